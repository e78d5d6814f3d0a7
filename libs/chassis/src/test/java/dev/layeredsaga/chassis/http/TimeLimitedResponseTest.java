package dev.layeredsaga.chassis.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.connector.ClientAbortException;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

class TimeLimitedResponseTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final MockHttpServletResponse client = new MockHttpServletResponse();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE);

    @Test
    void writesWhatIsReadInTime() throws IOException {
        TimeLimitedResponse response = new TimeLimitedResponse(client, LIMIT, nanos::get);
        ServletOutputStream out = response.getOutputStream();

        nanos.addAndGet(LIMIT.toNanos());
        out.write(new byte[20_000]);
        out.write('x');
        response.requireRead();

        assertThat(client.getContentAsByteArray()).hasSize(20_001).endsWith('x');
    }

    /** A slow client makes each write wait, which the clock does here. */
    @Test
    void endsAResponseInTheMiddleOfALargeWriteWhenTheTimeIsOver() throws IOException {
        TimeLimitedResponse response = new TimeLimitedResponse(
                client, LIMIT, () -> nanos.addAndGet(Duration.ofSeconds(10).toNanos()));
        ServletOutputStream out = response.getOutputStream();

        assertThatThrownBy(() -> out.write(new byte[1_000_000]))
                .isInstanceOf(ClientAbortException.class)
                .hasMessageContaining("PT30S");
        assertThatThrownBy(response::requireRead).hasMessageContaining("PT30S");

        assertThat(client.getContentAsByteArray()).hasSize(3 * 8192);
    }
}
