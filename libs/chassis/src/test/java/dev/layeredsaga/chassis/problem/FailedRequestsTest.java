package dev.layeredsaga.chassis.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.catalina.connector.ClientAbortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class FailedRequestsTest {

    private final FailedRequests failed = new FailedRequests();

    /** Anyone could fill the log otherwise. */
    @Test
    void logsNothingOfAClientThatHasGone(CapturedOutput output) {
        assertThat(failed.isTemporary(new ClientAbortException("broken pipe"))).isFalse();

        assertThat(output).isEmpty();
    }

    @Test
    void logsEveryOtherFailureWithItsStackTrace(CapturedOutput output) {
        assertThat(failed.isTemporary(new IOException("no space left on device")))
                .isFalse();

        assertThat(output).contains("a request failed", "no space left on device", "\tat ");
    }
}
