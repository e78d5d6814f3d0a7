package dev.layeredsaga.paymentstub.http.api;

import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.attempt.Answer;
import dev.layeredsaga.paymentstub.attempt.Decision;
import dev.layeredsaga.paymentstub.http.message.Problems;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import java.util.function.Function;

/** Converts answers of all operations to responses. */
final class Answers {

    private Answers() {}

    static <D extends Decision> ResponseDefinition render(
            Answer<D> answer, Function<Answer.Decided<D>, ResponseDefinition> decided) {
        return switch (answer) {
            case Answer.Decided<D> decision -> decided.apply(decision);
            case Answer.Broken<D> broken -> BrokenResponses.of(broken.breakage());
            case Answer.KeyReused<D> reused ->
                Problems.of(
                        ErrorCode.IDEMPOTENCY_KEY_REUSED, "the idempotency key was used before, for another request");
            case Answer.KeyInFlight<D> inFlight ->
                Problems.retryLater(
                        ErrorCode.IDEMPOTENCY_KEY_IN_FLIGHT,
                        "the first request under this idempotency key is still being decided");
        };
    }
}
