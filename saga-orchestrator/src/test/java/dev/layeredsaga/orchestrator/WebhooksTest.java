package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimConfirmed;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The gateway notifies over HTTP, the saga receives over Kafka. */
@ExtendWith(OutputCaptureExtension.class)
class WebhooksTest {

    private static final String SECRETS =
            "--orchestrator.payment-gateway.webhook-secrets=" + Webhooks.NEXT_SECRET + ", " + Webhooks.SECRET;

    private static final OrchestratorInstance INSTANCE = OrchestratorInstance.start(SECRETS);

    private final Webhooks webhooks = new Webhooks(INSTANCE.api().port());

    @AfterAll
    static void stop() {
        INSTANCE.close();
    }

    @Test
    void letASagaGoOnWhosePaymentIsUnknownAndCountOnce() {
        PlacedOrder order = unknownPayment();
        asksNoMore(order);
        long calls = FakeGateway.shared().callsFor(order.id());

        assertTaken(webhooks.send(Webhooks.captured(order.id())));
        order.awaitStep("confirm");
        assertTaken(webhooks.send(Webhooks.captured(order.id())));
        order.reply("confirm", ClaimConfirmed::new);
        order.awaitStatus("COMPLETED");
        assertTaken(webhooks.send(Webhooks.captured(order.id())));

        assertThat(FakeGateway.shared().callsFor(order.id())).isEqualTo(calls);
        expectEvents(order.id(), "SagaStarted", "StockReserved", "PaymentCaptured", "OrderConfirmed");
    }

    /** The saga does not await a capture any more, but what was captured has to go back. */
    @Test
    void areNoReasonForACompensatingSagaToGoOn() {
        PlacedOrder order = unknownPayment();
        order.cancel();
        order.awaitStatus("COMPENSATING");

        assertTaken(webhooks.send(Webhooks.captured(order.id())));
        FakeGateway.shared().speaksOf(order.id());
        order.awaitStep("reserve");
        order.reply("reserve", ClaimReleased::new);
        order.awaitStatus("COMPENSATED");

        expectEvents(
                order.id(),
                "SagaStarted",
                "StockReserved",
                "CompensationStarted",
                "PaymentRefunded",
                "StockReleased",
                "OrderCancelled");
    }

    @Test
    void areBelievedIfOneOfTheSignaturesIsByOneOfTheSecrets() {
        long now = Webhooks.now();
        String body = Webhooks.captured(UUID.randomUUID());
        String byAnotherSecret = Webhooks.sign("whsec_YSBzdHJhbmdlcidzIG93biBzZWNyZXQ=", now, body);
        String right = Webhooks.sign(Webhooks.NEXT_SECRET, now, body);

        assertRefused(webhooks.send(body, byAnotherSecret + " v1a,asymmetric " + right, now), 404, "UNKNOWN_PAYMENT");
        assertRefused(webhooks.send(body, byAnotherSecret, now), 401, "INVALID_SIGNATURE");
    }

    @Test
    void areNotBelievedIfTheirBodyHasBeenChanged() {
        String body = Webhooks.captured(UUID.randomUUID());
        String signature = Webhooks.sign(Webhooks.SECRET, Webhooks.now(), body);

        assertRefused(webhooks.send(body + " ", signature, Webhooks.now()), 401, "INVALID_SIGNATURE");
    }

    @ParameterizedTest
    @CsvSource({"-200, 404, UNKNOWN_PAYMENT", "-400, 401, INVALID_SIGNATURE", "400, 401, INVALID_SIGNATURE"})
    void areNotBelievedIfTheyAreOlderOrNewerThanFiveMinutes(int secondsFromNow, int status, String code) {
        long timestamp = Webhooks.now() + secondsFromNow;
        String body = Webhooks.captured(UUID.randomUUID());

        assertRefused(webhooks.send(body, Webhooks.sign(Webhooks.SECRET, timestamp, body), timestamp), status, code);
    }

    /** The answer to an invalid signature says nothing about the body. */
    @Test
    void areNotReadBeforeTheirSignatureIs() {
        assertRefused(webhooks.send("no JSON", "v1,bm8=", Webhooks.now()), 401, "INVALID_SIGNATURE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "no JSON", "null", "[]", "{\"type\": 1}", "{\"type\": \"a\", \"type\": \"b\"}", "{} {}"})
    void areRefusedIfTheyCannotBeRead(String body) {
        assertRefused(webhooks.send(body), 400, "MALFORMED_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"paymentId", "orderId", "idempotencyKey", "amount", "currency"})
    void areRefusedIfAFieldIsMissing(String field) {
        String body = Webhooks.captured(UUID.randomUUID()).replace("\"" + field + "\"", "\"other\"");

        HttpResponse<String> answer = webhooks.send(body);

        assertRefused(answer, 400, "VALIDATION_FAILED");
        assertThat(answer.body()).contains("\"field\":\"data." + field + "\"");
    }

    @Test
    void areRefusedIfTheyAreAboutAnotherOrder() {
        PlacedOrder order = unknownPayment();
        UUID id = order.id();

        String ofAnother = Webhooks.captured(id).replace("\"orderId\": \"" + id, "\"orderId\": \"" + UUID.randomUUID());
        assertRefused(webhooks.send(ofAnother), 422, "PAYMENT_MISMATCH");
        assertThat(INSTANCE.database()
                        .sql("SELECT state FROM payment WHERE saga_id = ?")
                        .param(id)
                        .query(String.class)
                        .single())
                .isEqualTo("OPEN");
    }

    /** Nothing is confirmed, and nothing given back before a person has looked. */
    @ParameterizedTest
    @CsvSource({"1, KRW", "1990, USD"})
    void leaveAnotherAmountOrCurrencyToAnOperator(long amount, String currency) {
        PlacedOrder order = unknownPayment();

        assertTaken(webhooks.send(Webhooks.event("captured", order.id(), amount, currency)));

        order.awaitStatus("STUCK");
    }

    /** The payment may be one that the database has lost. */
    @Test
    void leaveATraceIfMoneyWasCapturedForAPaymentThatIsNotHere(CapturedOutput log) {
        UUID unknown = UUID.randomUUID();

        assertRefused(webhooks.send(Webhooks.captured(unknown)), 404, "UNKNOWN_PAYMENT");

        assertThat(log.toString().lines())
                .anyMatch(line -> line.contains("ERROR") && line.contains("a payment that is not here: " + unknown));
    }

    @Test
    void areForOthersIfTheKeyIsNotOfOurKind() {
        String body = Webhooks.captured(UUID.randomUUID()).replace(":charge", ":subscription");

        assertRefused(webhooks.send(body), 404, "UNKNOWN_PAYMENT");
    }

    @Test
    void arePassedOverIfTheyAreOfAnotherKind() {
        assertTaken(webhooks.send("{\"type\": \"payment.disputed\", \"data\": {}}"));
    }

    @Test
    void areToComeAgainWhenTheDatabaseIsAway() throws SQLException {
        // an instance of its own, as the others are not to be short of time for a connection
        try (OrchestratorInstance impatient =
                OrchestratorInstance.start(SECRETS, "--spring.datasource.hikari.connection-timeout=1000")) {
            List<Connection> taken = new ArrayList<>();
            try {
                takeAllConnections(impatient, taken);
                HttpResponse<String> answer =
                        new Webhooks(impatient.api().port()).send(Webhooks.captured(UUID.randomUUID()));

                assertRefused(answer, 503, "TEMPORARILY_UNAVAILABLE");
                assertThat(answer.headers().firstValue("Retry-After")).contains("5");
            } finally {
                for (Connection connection : taken) {
                    connection.close();
                }
            }
        }
    }

    @Test
    void haveNoAddressWithoutASecret() {
        Webhooks toShared = new Webhooks(OrchestratorInstance.shared().api().port());

        assertRefused(toShared.send(Webhooks.captured(UUID.randomUUID())), 401, "UNAUTHENTICATED");
    }

    @Test
    void areLimitedInSize() {
        assertRefused(webhooks.send("x".repeat(1_000_000)), 413, "PAYLOAD_TOO_LARGE");
    }

    private static PlacedOrder unknownPayment() {
        PlacedOrder order = PlacedOrder.payingWith("pm_ok");
        FakeGateway.shared().isSilentAbout(order.id());
        order.stockIsClaimed();
        await().until(() -> INSTANCE.database()
                        .sql("SELECT count(*) FROM saga_attempt WHERE saga_id = ? AND step = 'pay'")
                        .param(order.id())
                        .query(Integer.class)
                        .single()
                > 0);
        return order;
    }

    /**
     * Waits until no call is out for the saga, and has it put its next attempt off until its deadline. An instance that
     * is about to drive it finds that its version has changed.
     */
    private static void asksNoMore(PlacedOrder order) {
        await().until(() -> {
            int unused = INSTANCE.database().sql("""
                            UPDATE saga SET due_at = deadline, wake_at = deadline, version = version + 1
                            WHERE id = ? AND due_at <> deadline
                              AND EXISTS (SELECT FROM payment WHERE saga_id = saga.id AND called_until IS NULL)
                            """).param(order.id()).update();
            // at one moment: an answer that has come in between has given the saga another time
            return INSTANCE.database()
                            .sql("""
                            SELECT count(*) FROM saga JOIN payment ON payment.saga_id = saga.id
                            WHERE saga.id = ? AND saga.step = 'pay' AND saga.due_at = saga.deadline
                              AND payment.state = 'OPEN' AND payment.called_until IS NULL
                            """)
                            .param(order.id())
                            .query(Integer.class)
                            .single()
                    > 0;
        });
    }

    private static void takeAllConnections(OrchestratorInstance instance, List<Connection> taken) {
        HikariDataSource pool = instance.bean(HikariDataSource.class);
        await().until(() -> {
            try {
                taken.add(pool.getConnection());
            } catch (SQLException e) {
                // others have the last ones, for a moment
            }
            return taken.size() == pool.getMaximumPoolSize();
        });
    }

    private static void assertTaken(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    }

    private static void assertRefused(HttpResponse<String> answer, int status, String code) {
        JsonNode problem = JsonMapper.shared().readTree(answer.body());
        assertThat(problem.path("code").asString("")).isEqualTo(code);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    private static void expectEvents(UUID id, String... types) {
        await().untilAsserted(() -> assertThat(new PublishedRecords(Topics.SAGA_EVENTS).of(id))
                .extracting(event -> PublishedRecords.header(event, "ce_type"))
                .containsExactly(types));
    }
}
