package dev.layeredsaga.messaging.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.DelegatingServletInputStream;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class BodyFilterTest {

    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private final MockFilterChain chain = new MockFilterChain();

    @Test
    void handsOnWhatHasArrivedInTime() throws IOException, ServletException {
        filter(Duration.ofSeconds(10), new Trickle("{}".getBytes(UTF_8)));

        ServletRequest handedOn = Objects.requireNonNull(chain.getRequest());
        assertThat(new String(handedOn.getInputStream().readAllBytes(), UTF_8)).isEqualTo("{}");
    }

    @Test
    void refusesWhatGoesOnTricklingIn() throws IOException, ServletException {
        filter(Duration.ofMillis(50), new Trickle(new byte[100_000]));

        assertThat(response.getStatus()).isEqualTo(408);
        assertThat(response.getContentAsString()).contains("\"REQUEST_TIMEOUT\"");
        assertThat(response.getHeader("Connection")).isEqualTo("close");
        assertThat(chain.getRequest()).isNull();
    }

    @Test
    void refusesWhatIsTooLargeAlthoughItDoesNotSaySo() throws IOException, ServletException {
        filter(Duration.ofSeconds(10), new ByteArrayInputStream(new byte[1_000_000]));

        assertThat(response.getStatus()).isEqualTo(413);
        assertThat(chain.getRequest()).isNull();
    }

    private void filter(Duration patience, InputStream body) throws IOException, ServletException {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/") {
            @Override
            public long getContentLengthLong() {
                return -1;
            }

            @Override
            public ServletInputStream getInputStream() {
                return new DelegatingServletInputStream(body);
            }
        };
        new BodyFilter(patience).doFilter(request, response, chain);
    }

    /** One byte at a time, and a short rest after each. */
    private static final class Trickle extends InputStream {

        private final byte[] bytes;
        private int next;

        Trickle(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() throws IOException {
            if (next == bytes.length) {
                return -1;
            }
            rest();
            return bytes[next++] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int one = read();
            if (one >= 0) {
                target[offset] = (byte) one;
            }
            return one < 0 ? -1 : 1;
        }

        private static void rest() throws IOException {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }
    }
}
