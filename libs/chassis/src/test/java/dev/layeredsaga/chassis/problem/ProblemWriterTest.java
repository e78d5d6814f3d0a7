package dev.layeredsaga.chassis.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.mock.web.MockHttpServletResponse;

class ProblemWriterTest {

    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @ParameterizedTest
    @EnumSource(
            value = CommonProblem.class,
            names = {"RATE_LIMITED", "OVERLOADED", "TOO_MANY_BODIES"})
    void saysWhenToComeBackIfWaitingHelps(CommonProblem problem) throws Exception {
        ProblemWriter.write(response, problem);

        assertThat(response.getHeader("Retry-After")).isEqualTo("1");
    }

    @ParameterizedTest
    @EnumSource(
            value = CommonProblem.class,
            names = {"UNAUTHENTICATED", "FORBIDDEN", "REQUEST_TIMEOUT", "PAYLOAD_TOO_LARGE"})
    void doesNotSendAnybodyBackInVain(CommonProblem problem) throws Exception {
        ProblemWriter.write(response, problem);

        assertThat(response.containsHeader("Retry-After")).isFalse();
    }

    @Test
    void keepsATimeThatIsKnown() throws Exception {
        response.setHeader("Retry-After", "30");

        ProblemWriter.write(response, CommonProblem.RATE_LIMITED);

        assertThat(response.getHeader("Retry-After")).isEqualTo("30");
    }

    @Test
    void writesAProblemAsOfRfc9457() throws Exception {
        ProblemWriter.write(response, CommonProblem.PAYLOAD_TOO_LARGE);

        assertThat(response.getStatus()).isEqualTo(413);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(response.getContentAsString()).isEqualTo("""
                        {"type":"https://github.com/layered-saga/layered-saga/blob/main/docs/problems.md#payload_too_large",\
                        "title":"Content Too Large","status":413,\
                        "detail":"The request's body must not be larger than 64 KiB.","code":"PAYLOAD_TOO_LARGE"}""");
    }
}
