package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.engine.definition.SagaReplies;
import dev.layeredsaga.orchestrator.payment.GatewayNotice.NoticeOutcome;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Handles the gateway's notifications, in any order and however often. Thread-safe. */
@Component
public class GatewayNotifications {

    private static final Logger log = LoggerFactory.getLogger(GatewayNotifications.class);

    /** Each time someone else has written to the payment, and that happens to a payment only a few times. */
    private static final int MOST_TRIES = 10;

    private final GatewayResults answers;
    private final PaymentProcessor work;
    private final SagaReplies replies;
    private final TransactionOperations transaction;

    /** @param replies receives what a notice means to its saga, in the same transaction */
    GatewayNotifications(
            GatewayResults answers, PaymentProcessor work, SagaReplies replies, TransactionOperations transaction) {
        this.answers = answers;
        this.work = work;
        this.replies = replies;
        this.transaction = transaction;
    }

    /**
     * Stores it and notifies the saga, in one transaction.
     *
     * @throws ConcurrencyFailureException if others have written to the payment again and again; the gateway may come again
     * @throws RuntimeException of the database, if that is away
     */
    public NoticeOutcome take(GatewayNotice notice) {
        for (int tries = 1; tries < MOST_TRIES; tries++) {
            try {
                return takeOnce(notice);
            } catch (ConcurrencyFailureException e) {
                log.debug("a notice about {} is taken in again: {}", notice.sagaId(), e.toString());
            }
        }
        return takeOnce(notice);
    }

    private NoticeOutcome takeOnce(GatewayNotice notice) {
        PaymentEffects effects = new PaymentEffects();
        NoticeOutcome outcome = transaction.execute(status -> {
            NoticeOutcome taken = answers.take(notice, effects);
            replies.reply(effects.replies());
            return taken;
        });
        effects.calls().forEach(work::ask);
        return Objects.requireNonNull(outcome);
    }
}
