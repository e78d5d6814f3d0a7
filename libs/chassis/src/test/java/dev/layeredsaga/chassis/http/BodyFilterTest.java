package dev.layeredsaga.chassis.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
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
        List<String> handedOn = new ArrayList<>();

        filter(
                Duration.ofSeconds(10),
                new Trickle("{}".getBytes(UTF_8)),
                (request, answer) ->
                        handedOn.add(new String(request.getInputStream().readAllBytes(), UTF_8)));

        assertThat(handedOn).containsExactly("{}");
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

    @Test
    void readsNoBodyOfAMethodThatTakesNone() throws IOException, ServletException {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/docs");
        request.setContent(new byte[10]);

        new BodyFilter(Duration.ofSeconds(10), 64).doFilter(request, response, chain);

        assertThat(response.getStatus()).isEqualTo(413);
        assertThat(request.getInputStream().available()).isEqualTo(10);
    }

    /** A second request arrives while the first, which has taken all the memory for bodies, is being handled. */
    @Test
    void refusesBodiesBeyondTheMemoryThatAllOfThemMayTake() throws IOException, ServletException {
        BodyFilter filter = new BodyFilter(Duration.ofSeconds(10), 64);
        MockHttpServletResponse second = new MockHttpServletResponse();
        MockFilterChain inner = new MockFilterChain();

        filter.doFilter(post(40_000), response, (request, answer) -> filter.doFilter(post(40_000), second, inner));

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(second.getStatus()).isEqualTo(503);
        assertThat(second.getContentAsString()).contains("\"TOO_MANY_BODIES\"");
        assertThat(second.getHeader("Retry-After")).isEqualTo("1");
        assertThat(inner.getRequest()).isNull();

        filter.doFilter(post(40_000), new MockHttpServletResponse(), inner);
        assertThat(inner.getRequest()).isNotNull();
    }

    @Test
    void leavesThreeQuartersOfTheMemoryToCallersWithAToken() throws IOException, ServletException {
        BodyFilter filter = new BodyFilter(Duration.ofSeconds(10), 256);
        MockHttpServletResponse second = new MockHttpServletResponse();

        filter.doFilter(postWithoutAToken(60_000), response, (request, answer) -> {
            filter.doFilter(postWithoutAToken(60_000), second, new MockFilterChain());
            filter.doFilter(post(60_000), new MockHttpServletResponse(), chain);
        });

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(second.getStatus()).isEqualTo(503);
        assertThat(chain.getRequest()).isNotNull();
    }

    private static MockHttpServletRequest post(int bytes) {
        MockHttpServletRequest request = postWithoutAToken(bytes);
        request.setUserPrincipal(() -> "mina");
        return request;
    }

    private static MockHttpServletRequest postWithoutAToken(int bytes) {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/orders");
        request.setContent(new byte[bytes]);
        return request;
    }

    private void filter(Duration timeout, InputStream body) throws IOException, ServletException {
        filter(timeout, body, chain);
    }

    private void filter(Duration timeout, InputStream body, FilterChain next) throws IOException, ServletException {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/") {
            @Override
            public @Nullable String getHeader(String name) {
                return name.equals("Transfer-Encoding") ? "chunked" : null;
            }

            @Override
            public long getContentLengthLong() {
                return -1;
            }

            @Override
            public ServletInputStream getInputStream() {
                return new DelegatingServletInputStream(body);
            }
        };
        new BodyFilter(timeout, 64).doFilter(request, response, next);
    }

    /** Yields one byte at a time, with a short pause before each. */
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
            LockSupport.parkNanos(1_000_000);
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
    }
}
