package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimRefusal;
import dev.layeredsaga.contract.inventory.ClaimRefused;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.payment.ChargeCaptured;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.RefundMade;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.VerifiedReplies;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Replies on {@code saga.replies} that no participant has given. */
class ForgedRepliesTest {

    private static final Money PRICE = new Money(1990, "KRW");

    private final OrchestratorInstance service = OrchestratorInstance.shared();
    private final JdbcClient database = service.database();

    private static Arguments reply(String step, String direction, Function<StepAttempt, SagaReply> reply) {
        return Arguments.of(step, direction, reply);
    }

    static Stream<Arguments> replies() {
        return Stream.of(
                reply("reserve", "FORWARD", ForgedRepliesTest::claimed),
                reply("reserve", "FORWARD", ForgedRepliesTest::soldOut),
                reply("pay", "FORWARD", attempt -> new ChargeCaptured(attempt, "p-1", PRICE)),
                reply("pay", "FORWARD", attempt -> new ChargeDeclined(attempt, "stolen_card")),
                reply("confirm", "FORWARD", ClaimConfirmed::new),
                reply("pay", "BACKWARD", attempt -> new RefundMade(attempt, PRICE)),
                reply("reserve", "BACKWARD", ClaimReleased::new));
    }

    @ParameterizedTest
    @MethodSource("replies")
    void moveNoSaga(String step, String direction, Function<StepAttempt, SagaReply> reply) {
        UUID saga = sagaAt(step, direction);
        double before = refused();

        handle(reply.apply(new StepAttempt(saga, step, 1)));
        handle(reply.apply(new StepAttempt(saga, step, 1, "0123456789abcdefghijkl")));

        assertThat(standing(saga)).isEqualTo(step + " " + direction + " 1");
        assertThat(refused()).isEqualTo(before + 2);
    }

    @ParameterizedTest
    @MethodSource("replies")
    void moveASagaIfTheyProveThatTheyAnswerACommand(
            String step, String direction, Function<StepAttempt, SagaReply> reply) {
        UUID saga = sagaAt(step, direction);

        handle(reply.apply(PlacedOrder.attempt(saga, step, 1)));

        assertThat(standing(saga)).isNotEqualTo(step + " " + direction + " 1");
    }

    @Test
    void provesNothingElse() {
        UUID saga = sagaAt("reserve", "FORWARD");
        String ofAnotherSaga =
                PlacedOrder.attempt(UUID.randomUUID(), "reserve", 1).proof();
        String ofAnotherStep = PlacedOrder.attempt(saga, "pay", 1).proof();
        String ofAnotherAttempt = PlacedOrder.attempt(saga, "reserve", 2).proof();

        Stream.of(ofAnotherSaga, ofAnotherStep, ofAnotherAttempt)
                .forEach(proof -> handle(claimed(new StepAttempt(saga, "reserve", 1, proof))));

        assertThat(standing(saga)).isEqualTo("reserve FORWARD 1");
    }

    @Test
    void haveTheParticipantAskedAgain() {
        UUID saga = sagaAt("reserve", "FORWARD");

        handle(claimed(new StepAttempt(saga, "reserve", 1)));

        await().until(() -> new PublishedRecords(Topics.INVENTORY_COMMANDS)
                .of(saga).stream().anyMatch(command -> command.value().contains("\"attempt\":2")));
    }

    @Test
    void costTheOthersOfTheirPollNothing() {
        UUID forged = sagaAt("reserve", "FORWARD");
        UUID genuine = sagaAt("confirm", "FORWARD");

        handle(
                claimed(new StepAttempt(forged, "reserve", 1)),
                new ClaimConfirmed(PlacedOrder.attempt(genuine, "confirm", 1)));

        assertThat(new PlacedOrder(forged).column("step")).isEqualTo("reserve");
        assertThat(new PlacedOrder(genuine).column("status")).isEqualTo("COMPLETED");
    }

    @Test
    void areNotWorthAWarningIfNoSagaAwaitsThem() {
        UUID saga = sagaAt("confirm", "FORWARD");
        double before = refused();

        handle(claimed(new StepAttempt(saga, "reserve", 1)), new ClaimReleased(new StepAttempt(saga, "confirm", 1)));

        assertThat(refused()).isEqualTo(before);
    }

    @Test
    void stopAnOrderThatWasPaidWithAnotherAmount() {
        UUID saga = sagaAt("pay", "FORWARD");

        handle(new ChargeCaptured(PlacedOrder.attempt(saga, "pay", 1), "p-1", new Money(1, "KRW")));

        assertThat(new PlacedOrder(saga).column("status")).isEqualTo("STUCK");
    }

    private static SagaReply claimed(StepAttempt attempt) {
        return new StockClaimed(attempt, UUID.randomUUID(), UUID.randomUUID(), Instant.now());
    }

    private static SagaReply soldOut(StepAttempt attempt) {
        return new ClaimRefused(attempt, ClaimRefusal.OUT_OF_STOCK, "sold out", "seat-1", null, null, null);
    }

    /** A saga whose first attempt at the step is out. */
    private UUID sagaAt(String step, String direction) {
        UUID saga = PlacedOrder.startedSagas(1).getFirst();
        database.sql("""
                UPDATE saga SET step = ?, direction = ?, status = CASE ? WHEN 'FORWARD' THEN 'RUNNING' ELSE 'COMPENSATING' END,
                  reason = CASE ? WHEN 'BACKWARD' THEN '{"code":"CANCELLED_BY_CUSTOMER","message":"cancelled"}' END,
                  attempt = 1, sent_at = now(),
                  data = jsonb_set(data::jsonb, '{claim}', jsonb_build_object('id', id, 'token', id))::text,
                  due_at = now() + interval '10 minutes', wake_at = now() + interval '10 minutes'
                WHERE id = ?
                """).params(step, direction, direction, direction, saga).update();
        return saga;
    }

    private String standing(UUID saga) {
        return database.sql("SELECT step || ' ' || direction || ' ' || attempt FROM saga WHERE id = ?")
                .param(saga)
                .query(String.class)
                .optional()
                .orElse("ended");
    }

    private void handle(SagaReply... replies) {
        service.bean(TransactionOperations.class)
                .executeWithoutResult(
                        status -> service.bean(VerifiedReplies.class).handle(List.of(replies)));
    }

    private double refused() {
        return service.bean(MeterRegistry.class)
                .get("saga.replies.refused")
                .counter()
                .count();
    }
}
