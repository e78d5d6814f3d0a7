package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.PRICE;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.part;
import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.refund;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.PaymentCommand;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.messaging.trace.Tracing;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.ChargeResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Inquiry;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.NotMade;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.RefundResult;
import dev.layeredsaga.orchestrator.payment.PaymentGateway.Settled;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;

/** Races of returns of one order, over several instances. The gateway would give back any amount, once for each key. */
class PartRefundsRaceTest {

    private static final int INSTANCES = 3;

    private final PaymentsOnDatabase payments = new PaymentsOnDatabase();
    private final GenerousGateway gateway = new GenerousGateway();
    private final UUID order = UUID.randomUUID();
    private final List<PaymentProcessor> instances =
            Stream.generate(this::instance).limit(INSTANCES).toList();

    @BeforeEach
    void start() {
        payments.captured(order);
        instances.forEach(PaymentProcessor::start);
    }

    @AfterEach
    void stop() {
        instances.forEach(PaymentProcessor::stop);
    }

    /** Of 1990, a hundred want 30 each: 66 of them can have it. Each asks until it is answered for good, some answers are lost. */
    @Test
    void giveBackEachPartOnceAndNeverMoreThanWasCaptured() {
        gateway.losesAnswers = true;
        List<UUID> returns = Stream.generate(UUID::randomUUID).limit(100).toList();
        try (ExecutorService clients = Executors.newFixedThreadPool(6)) {
            returns.forEach(saga -> clients.execute(() -> askUntilCertain(saga)));
        }

        List<SagaReply> last = returns.stream().map(payments::lastReply).toList();
        assertThat(last).filteredOn(RefundMade.class::isInstance).hasSize(66);
        assertThat(last)
                .filteredOn(reply ->
                        reply instanceof RefundFailed failed && RefundFailed.EXCEEDS_CAPTURED.equals(failed.code()))
                .hasSize(34);
        assertThat(gateway.given).hasSize(66).containsValue(30L);
        assertThat(gateway.total()).isEqualTo(1980);
        assertThat(payments.state(order)).isEqualTo("CAPTURED");
        assertThat(new PaymentQueries(payments.sql()).find(order).orElseThrow().returned())
                .isEqualTo(new Money(1980, PRICE.currency()));
    }

    /** All three instances have read the payment before any of them commits. */
    @Test
    void promiseTheWholeToOneOfThoseThatReadItTogether() {
        List<UUID> returns = Stream.generate(UUID::randomUUID).limit(INSTANCES).toList();

        askTogether(returns.stream().map(saga -> part(saga, 1, order, 1990)).toList());

        assertThat(returns.stream().map(payments::lastReply)).hasAtLeastOneElementOfType(RefundMade.class);
        assertThat(gateway.given).hasSize(1);
        assertThat(gateway.total()).isEqualTo(1990);
    }

    /** The same return on all three instances at once, as after a command that was delivered twice. */
    @Test
    void makeAPartOnceThatAllInstancesAreAskedForAtOnce() {
        UUID saga = UUID.randomUUID();

        askTogether(IntStream.rangeClosed(1, INSTANCES)
                .mapToObj(attempt -> part(saga, attempt, order, 500))
                .toList());

        await().until(() -> payments.replies(saga).size() == INSTANCES);
        assertThat(payments.replies(saga)).hasOnlyElementsOfType(RefundMade.class);
        assertThat(gateway.total()).isEqualTo(500);
        assertThat(new PaymentQueries(payments.sql()).find(order).orElseThrow().returned())
                .isEqualTo(new Money(500, PRICE.currency()));
    }

    @Test
    void doNotGoBackBesideTheWhole() {
        askTogether(List.of(part(UUID.randomUUID(), 1, order, 500), refund(order, 2)));

        assertThat(gateway.given).hasSize(1);
    }

    /** Each on an instance of its own; all have read before any commits. Returns when each has been answered. */
    private void askTogether(List<? extends PaymentCommand> commands) {
        CountDownLatch read = new CountDownLatch(commands.size());
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, commands.size())
                    .forEach(i -> clients.execute(() -> ask(i, commands.get(i), () -> {
                        read.countDown();
                        await().until(() -> read.getCount() == 0);
                    })));
        }
        await().until(() -> commands.stream()
                .map(command -> payments.replies(command.attempt().sagaId()))
                .allMatch(replies -> !replies.isEmpty() && !(replies.getLast() instanceof ChargeCaptured)));
    }

    private void askUntilCertain(UUID saga) {
        for (int attempt = 1; !isCertain(saga); attempt++) {
            int answered = payments.replies(saga).size();
            ask(Math.floorMod(saga.hashCode() + attempt, INSTANCES), part(saga, attempt, order, 30), () -> {});
            await().until(() -> payments.replies(saga).size() > answered);
        }
    }

    private boolean isCertain(UUID saga) {
        List<SagaReply> replies = payments.replies(saga);
        return !replies.isEmpty() && !(replies.getLast() instanceof RefundFailed failed && failed.retryable());
    }

    /** As the engine does: what others have changed meanwhile is decided anew. */
    private void ask(int instance, PaymentCommand command, Runnable beforeTheCommit) {
        while (true) {
            try {
                payments.transaction().executeWithoutResult(status -> {
                    payments.keep(instances.get(instance).handle(List.of(command)));
                    beforeTheCommit.run();
                });
                return;
            } catch (ConcurrencyFailureException | DataIntegrityViolationException e) {
                // another instance was faster
            }
        }
    }

    private PaymentProcessor instance() {
        return new PaymentProcessor(
                payments.payments(),
                payments.decisions(),
                new GatewayCaller(gateway, Tracing.off()),
                payments.answerQueue(payments.transaction()),
                Duration.ofSeconds(8));
    }

    /** If it loses answers, it does every third, after the refund was made. */
    private static final class GenerousGateway implements PaymentGateway {

        final Map<String, Long> given = new ConcurrentHashMap<>();
        volatile boolean losesAnswers;
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public ChargeResult charge(String idempotencyKey, ChargeRequest request) {
            return new NotMade("not asked for here", null);
        }

        @Override
        public Inquiry find(String idempotencyKey, UUID orderId) {
            return Settled.captured("p-1", PRICE, total());
        }

        @Override
        public RefundResult refund(String idempotencyKey, String paymentId, @Nullable Money amount) {
            given.putIfAbsent(idempotencyKey, amount == null ? PRICE.amount() : amount.amount());
            return losesAnswers && calls.incrementAndGet() % 3 == 0
                    ? new RefundResult.Unknown("silence")
                    : new RefundResult.Accepted();
        }

        long total() {
            return given.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
