package dev.layeredsaga.orchestrator.payment;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Takes in what the gateway tells unasked, in any order and however often. Thread-safe. */
@Component
public class PaymentNotices {

    private static final Logger log = LoggerFactory.getLogger(PaymentNotices.class);

    /** Each time someone else has written to the payment, and that happens to a payment only a few times. */
    private static final int MOST_TRIES = 10;

    private final PaymentAnswers answers;
    private final PaymentWork work;
    private final TransactionOperations transaction;

    PaymentNotices(PaymentAnswers answers, PaymentWork work, TransactionOperations transaction) {
        this.answers = answers;
        this.work = work;
        this.transaction = transaction;
    }

    /**
     * Writes it down and tells the saga, in one transaction.
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
        List<GatewayCall> followUps = new ArrayList<>();
        NoticeOutcome outcome = transaction.execute(status -> answers.take(notice, followUps));
        followUps.forEach(work::ask);
        return Objects.requireNonNull(outcome);
    }
}
