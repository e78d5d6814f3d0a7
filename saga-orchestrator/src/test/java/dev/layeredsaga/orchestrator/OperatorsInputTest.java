package dev.layeredsaga.orchestrator;

import static dev.layeredsaga.orchestrator.Problems.invalid;
import static dev.layeredsaga.orchestrator.Problems.refused;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Error responses to operators' invalid requests. */
class OperatorsInputTest {

    private final Api api = OrchestratorInstance.shared().api();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"reason": "x"}                                          | revision | must not be null
            {"revision": 1}                                          | reason   | must not be blank
            {"revision": 1, "reason": " "}                           | reason   | must not be blank
            {"revision": 1, "reason": "a\\u0000b"}                   | reason   | must not contain control characters
            {"revision": 1, "reason": "a\\nb"}                       | reason   | must not contain control characters
            {"revision": 1, "reason": 42}                            | reason   | must be a text
            {"revision": "1", "reason": "x"}                         | revision | has the wrong type
            {"revision": 1.5, "reason": "x"}                         | revision | must be a whole number
            {"revision": 1, "reason": "x", "operator": "kim"}        | operator | is not known
            {"revision": 1, "reason": "x", "force": true}            | force    | is not known
            """)
    void namesTheFieldThatIsWrong(String body, String field, String message) {
        invalid(api.post("/sagas/" + UUID.randomUUID() + "/retry", body), field, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"reason": "x", "filter": {"step": "pay"}}                              | action        | must not be null
            {"action": "RESOLVE", "reason": "x", "filter": {"step": "pay"}}         | action        | must be one of RETRY, SKIP, COMPENSATE
            {"action": "RETRY", "reason": "x"}                                      | filter        | must not be null
            {"action": "RETRY", "reason": "x", "filter": {}}                        | filter        | must have a status, a step or a definition
            {"action": "SKIP", "reason": "x", "filter": {"step": "pay"}}            | filter.status | must be STUCK to skip many at once
            {"action": "RETRY", "reason": "x", "filter": {"step": ""}}              | filter.step   | size must be between 1 and 2147483647
            {"action": "RETRY", "reason": "x", "filter": {"status": "COMPLETED"}}   | filter.status | must be one of RUNNING, COMPENSATING, STUCK
            {"action": "RETRY", "reason": "x", "filter": {"steps": "pay"}}          | filter.steps  | is not known
            {"action": "RETRY", "reason": "x", "filter": {"step": "pay"}, "limit": 0}    | limit | must be greater than or equal to 1
            {"action": "RETRY", "reason": "x", "filter": {"step": "pay"}, "limit": 1001} | limit | must be less than or equal to 1000
            {"action": "RETRY", "reason": "x", "filter": {"step": "pay"}, "after": "1"}  | after | must be a UUID
            """)
    void namesTheFieldThatIsWrongInABulkAction(String body, String field, String message) {
        invalid(api.post("/sagas/actions", body), field, message);
    }

    @Test
    void namesTheOutcomeThatIsWrong() {
        String path = "/sagas/" + UUID.randomUUID() + "/resolve";

        invalid(api.post(path, Operator.body(1)), "outcome", "must not be null");
        invalid(
                api.post(path, "{\"revision\": 1, \"reason\": \"x\", \"outcome\": \"STUCK\"}"),
                "outcome",
                "must be one of COMPLETED, COMPENSATED");
    }

    @Test
    void refusesReasonsOfMoreThan500Characters() {
        String body = "{\"revision\": 1, \"reason\": \"%s\"}";
        String path = "/sagas/" + UUID.randomUUID() + "/retry";

        invalid(api.post(path, body.formatted("x".repeat(501))), "reason", "size must be between 0 and 500");
        refused(api.post(path, body.formatted("x".repeat(500))), 404, "SAGA_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "{\"revision\": 1, \"revision\": 2, \"reason\": \"x\"}"})
    void refusesABodyThatItCannotRead(String body) {
        refused(api.post("/sagas/" + UUID.randomUUID() + "/retry", body), 400, "MALFORMED_REQUEST");
    }

    @Test
    void refusesWhatIsNotJsonOrTooLargeOrNotAskedForWithPost() {
        String path = "/sagas/" + UUID.randomUUID() + "/retry";

        refused(api.post(path, Operator.body(1), "text/plain"), 415, "UNSUPPORTED_MEDIA_TYPE");
        refused(api.post(path, " ".repeat(1_000_000) + Operator.body(1)), 413, "PAYLOAD_TOO_LARGE");
        refused(api.get(path), 405, "METHOD_NOT_ALLOWED");
        invalid(api.post("/sagas/42/retry", Operator.body(1)), "id", "must be a UUID");
    }
}
