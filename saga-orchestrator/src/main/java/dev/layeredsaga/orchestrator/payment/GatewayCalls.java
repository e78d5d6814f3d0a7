package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.orchestrator.payment.GatewayAnswer.ChargeAnswer;
import dev.layeredsaga.orchestrator.payment.GatewayAnswer.ChargeGivenUp;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls to the gateway, each on a virtual thread of its own. Every call gets an answer, also when the service stops: one
 * that is out is waited for and in the end given up, one that has not begun is handed back. Thread-safe.
 */
final class GatewayCalls {

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
        log.info("the service is stopping and hands back {}", call.attempt());
        answered.accept(GatewayAnswer.handedBack(call));
    }

    private GatewayAnswer answerTo(GatewayCall call) {
        GatewayAnswer answer = caller.ask(call);
        boolean interrupted =
                givingUp && answer instanceof ChargeAnswer charge && charge.result() instanceof ChargeResult.Unknown;
        return interrupted ? new ChargeGivenUp(((ChargeAnswer) answer).call()) : answer;
    }

    /** No new calls. Those that are out are waited for as long as {@code patience}, and then interrupted. */
    void stop(Duration patience) throws InterruptedException {
        ExecutorService stopping = running;
        running = null;
        if (stopping != null) {
            stopping.shutdown();
            if (!stopping.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                givingUp = true;
                stopping.shutdownNow();
                stopping.awaitTermination(GIVING_UP.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }
}
