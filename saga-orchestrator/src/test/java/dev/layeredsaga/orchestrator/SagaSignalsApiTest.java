package dev.layeredsaga.orchestrator;

import static dev.layeredsaga.orchestrator.Problems.invalid;
import static dev.layeredsaga.orchestrator.Problems.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import dev.layeredsaga.engine.definition.StepOutcome;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.support.TransactionOperations;

/** Signals over HTTP, to sagas that a user has defined. */
class SagaSignalsApiTest {

    private static final String YES = "{\"by\": \"lee\", \"level\": 1}";

    private static final OrchestratorInstance SERVICE = OrchestratorInstance.startWithBeans(Approvals.class);

    private final Api shop = SERVICE.api()
            .as(LocalIssuer.get()
                    .token(
                            "shop",
                            "sagas.signal",
                            LocalIssuer.AUDIENCE,
                            Instant.now().plus(Duration.ofHours(1))));
    private final List<UUID> started = new ArrayList<>();

    static class Approvals {

        record Form(String title) {}

        record Asked(String title) implements SagaEvent {}

        record Approved() implements SagaEvent {}

        record NotApproved(Reason reason) implements SagaEvent {}

        record Approval(@NotBlank String by, @Max(3) int level) {

            Approval {
                if ("nobody".equals(by)) {
                    throw new IllegalArgumentException("nobody");
                }
            }
        }

        @Bean
        SagaDefinition<Form> approval() {
            return SagaDefinition.saga("approval", 1, Form.class)
                    .startsWith((form, definition) -> new Asked(form.title()))
                    .then(Step.awaitSignal(
                            "approved", Approval.class, Duration.ofDays(1), (form, approval) -> StepOutcome.done(form)))
                    .completesWith(form -> new Approved())
                    .isCompensatedWith((form, reason) -> new NotApproved(reason));
        }
    }

    /** Other instances do not know their definition. */
    @AfterEach
    void endTheSagas() {
        inTransaction(() -> SERVICE.bean(SagaEngine.class)
                .cancel(started, Reason.of(Reason.CANCELLED_BY_OPERATOR, "the test is over")));
    }

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    @Test
    void isTakenAndAnsweredAlikeHoweverOftenItComes() {
        UUID id = started();

        Api.Answer first = give(id, YES);

        assertThat(first.status()).isEqualTo(202);
        assertThat(first.body().path("signal").asString()).isEqualTo("approved");
        assertThat(first.body().path("receivedAt").asString()).endsWith("Z");
        assertThat(SERVICE.api().get("/sagas/" + id).body().path("status").asString())
                .isEqualTo("COMPLETED");
        assertThat(give(id, YES).body()).isEqualTo(first.body());
        refused(give(id, "{\"by\": \"lee\", \"level\": 2}"), 422, "IDEMPOTENCY_KEY_REUSED");
        refused(shop.postWithKey("another", path(id, "approved"), YES), 409, "SAGA_ENDED");
    }

    @Test
    void isForSenders() {
        UUID id = started();

        assertThat(shop.get("/sagas/" + id).code()).isEqualTo("FORBIDDEN");
        assertThat(shop.post("/sagas/" + id + "/compensate", "{}").code()).isEqualTo("FORBIDDEN");
        Api mina = shop.as(LocalIssuer.get().customer("mina"));
        assertThat(mina.postWithKey("key", path(id, "approved"), YES).code()).isEqualTo("FORBIDDEN");
        assertThat(shop.as("").postWithKey("key", path(id, "approved"), YES).code())
                .isEqualTo("UNAUTHENTICATED");
        assertThat(SERVICE.api().postWithKey("key", path(id, "approved"), YES).status())
                .isEqualTo(202);
    }

    @Test
    void needsASagaASignalAndAKey() {
        UUID id = started();

        refused(give(UUID.randomUUID(), YES), 404, "SAGA_NOT_FOUND");
        refused(shop.postWithKey("key", path(id, "paid"), YES), 404, "SIGNAL_NOT_FOUND");
        refused(shop.post(path(id, "approved"), YES), 400, "IDEMPOTENCY_KEY_MISSING");
        refused(shop.postWithKey("a key", path(id, "approved"), YES), 400, "IDEMPOTENCY_KEY_MALFORMED");
    }

    @Test
    void isTakenByAReleaseThatHasTheSagasVersion() {
        UUID id = started();
        toVersion(2, id);
        refused(give(id, YES), 409, "UNKNOWN_DEFINITION");

        toVersion(1, id);

        assertThat(give(id, YES).status()).isEqualTo(202);
    }

    private static void toVersion(int version, UUID saga) {
        SERVICE.database()
                .sql("UPDATE saga SET definition_version = ? WHERE id = ?")
                .params(version, saga)
                .update();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"level": 1}                              | by    | must not be blank
            {"by": "lee", "level": 4}                 | level | must be less than or equal to 3
            {"by": "lee", "level": "one"}             | level | has the wrong type
            {"by": 1, "level": 1}                     | by    | must be a text
            {"by": "lee", "level": 1, "until": "now"} | until | is not known
            {"by": "nobody", "level": 1}              | body  | is no Approval
            """)
    void namesTheFieldThatItsRecordRefuses(String body, String field, String message) {
        invalid(give(started(), body), field, message);
    }

    private Api.Answer give(UUID id, String body) {
        return shop.postWithKey("key", path(id, "approved"), body);
    }

    private static String path(UUID id, String signal) {
        return "/sagas/" + id + "/signals/" + signal;
    }

    private UUID started() {
        UUID id = UUID.randomUUID();
        started.add(id);
        inTransaction(() -> SERVICE.bean(SagaEngine.class)
                .start(new Approvals().approval(), Map.of(id, new Approvals.Form("holidays"))));
        return id;
    }

    private static void inTransaction(Runnable work) {
        SERVICE.bean(TransactionOperations.class).executeWithoutResult(status -> work.run());
    }
}
