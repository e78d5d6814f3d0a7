package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.contract.payment.PaymentCommand;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayCall.GatewayAnswer.ChargeGivenUp;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Unknown;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The payment participant's work flow: decide in one transaction, ask the gateway on a virtual thread with nothing held, take
 * the answers in together in another transaction. A service that stops leaves no saga waiting: it waits for the calls that are
 * out, and answers at once for those that it cannot wait for or does not make any more. Thread-safe.
 */
@Component
public class PaymentProcessor implements LocalParticipant, SmartLifecycle {

    private final PaymentTable payments;
    private final ChargeDecisions decisions;
    private final AnswerQueue answers;
    private final Duration shutdownGrace;
    private final GatewayCalls calls;

    /**
     * @param shutdownGrace how long a stopping service waits for calls that are out: longer than one try takes, shorter than its
     *     shutdown; default 8 s
     */
    PaymentProcessor(
            PaymentTable payments,
            ChargeDecisions decisions,
            GatewayCaller caller,
            AnswerQueue answers,
            @Value("${orchestrator.payment.shutdown-grace:${orchestrator.payment-farewell:8s}}")
                    Duration shutdownGrace) {
        this.payments = payments;
        this.decisions = decisions;
        this.answers = answers;
        this.shutdownGrace = shutdownGrace;
        this.calls = new GatewayCalls(caller, answers::add);
    }

    @Override
    public String name() {
        return "payment";
    }

    /** Handles the commands in the caller's transaction; the gateway is asked once that has committed. */
    @Override
    public List<SagaReply> handle(List<? extends SagaCommand> commands) {
        PaymentEffects effects = decisions.handle(
                commands.stream().map(PaymentCommand.class::cast).toList());
        AfterCommit.run(() -> effects.calls().forEach(calls::ask));
        return effects.replies();
    }

    @Override
    public Set<UUID> unfinished(Collection<UUID> sagaIds) {
        return payments.unfinished(sagaIds);
    }

    @Override
    public void forget(Collection<UUID> sagaIds) {
        payments.remove(sagaIds);
    }

    /** Asks the gateway; its answer is taken in like any other. */
    void ask(GatewayCall call) {
        calls.ask(call);
    }

    @Override
    public void start() {
        calls.start();
        answers.start(calls::ask);
    }

    /** No new calls; those that are out are waited for or given up, and all answers taken in. */
    @Override
    public void stop() {
        try {
            try {
                calls.stop(shutdownGrace);
            } finally {
                answers.stop();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return answers.isRunning();
    }

    /** Running before the first command arrives, and until the last listener has stopped. */
    @Override
    public int getPhase() {
        return 0;
    }

    /**
     * The calls to the gateway, each on a virtual thread of its own. Every call gets an answer, also when the service stops: one
     * that is out is waited for and in the end given up, one that has not begun is handed back. Thread-safe.
     */
    private static final class GatewayCalls {

        private static final Logger log = LoggerFactory.getLogger(GatewayCalls.class);

        /** The time that abandoned calls get to notice their cancellation. */
        private static final Duration GIVING_UP = Duration.ofSeconds(1);

        private final GatewayCaller caller;
        private final Consumer<GatewayAnswer> answered;
        private volatile @Nullable ExecutorService running;
        private volatile boolean givingUp;

        GatewayCalls(GatewayCaller caller, Consumer<GatewayAnswer> answered) {
            this.caller = caller;
            this.answered = answered;
        }

        void start() {
            givingUp = false;
            running = Executors.newVirtualThreadPerTaskExecutor();
        }

        void ask(GatewayCall call) {
            ExecutorService executor = running;
            try {
                if (executor != null) {
                    executor.execute(() -> answered.accept(answerTo(call)));
                    return;
                }
            } catch (RejectedExecutionException e) {
                // it has just been stopped
            }
            log.info("the service is starting or stopping, and hands back {}", call.attempt());
            answered.accept(GatewayAnswer.handedBack(call));
        }

        private GatewayAnswer answerTo(GatewayCall call) {
            GatewayAnswer answer = caller.ask(call);
            boolean interrupted = givingUp && answer instanceof ChargeAnswer charge && charge.fact() instanceof Unknown;
            return interrupted ? new ChargeGivenUp(((ChargeAnswer) answer).call()) : answer;
        }

        /** No new calls. Those that are out are waited for as long as {@code grace}, and then interrupted. */
        void stop(Duration grace) throws InterruptedException {
            ExecutorService stopping = running;
            running = null;
            if (stopping != null) {
                stopping.shutdown();
                if (!stopping.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                    givingUp = true;
                    stopping.shutdownNow();
                    stopping.awaitTermination(GIVING_UP.toMillis(), TimeUnit.MILLISECONDS);
                }
            }
        }
    }
}
