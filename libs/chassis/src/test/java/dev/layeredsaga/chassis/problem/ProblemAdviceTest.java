package dev.layeredsaga.chassis.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;

/** Responses to failures that Spring MVC itself reports. */
class ProblemAdviceTest {

    private final ProblemAdvice advice = new ProblemAdvice(new DatabaseProblem(CommonProblem.TEMPORARILY_UNAVAILABLE));

    @Test
    void saysWhenToComeBackIfSpringItselfIsNotAvailable() throws Exception {
        ResponseEntity<Object> answer = answer(new AsyncRequestTimeoutException());

        assertThat(answer.getStatusCode().value()).isEqualTo(503);
        assertThat(answer.getHeaders().getFirst("Retry-After")).isEqualTo("5");
        assertThat(String.valueOf(answer.getBody())).contains("TEMPORARILY_UNAVAILABLE");
    }

    @Test
    void keepsWhatSpringSaysAndSendsNoClientBackInVain() throws Exception {
        ResponseEntity<Object> answer = answer(new HttpRequestMethodNotSupportedException("PATCH", List.of("GET")));

        assertThat(answer.getStatusCode().value()).isEqualTo(405);
        assertThat(answer.getHeaders().getFirst("Allow")).isEqualTo("GET");
        assertThat(answer.getHeaders().getFirst("Retry-After")).isNull();
    }

    private ResponseEntity<Object> answer(Exception failure) throws Exception {
        return Objects.requireNonNull(
                advice.handleException(failure, new ServletWebRequest(new MockHttpServletRequest())));
    }
}
