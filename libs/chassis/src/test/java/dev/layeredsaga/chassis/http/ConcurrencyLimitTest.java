package dev.layeredsaga.chassis.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ConcurrencyLimitTest {

    private final ConcurrencyLimit limit = new ConcurrencyLimit(1);
    private final MockHttpServletResponse second = new MockHttpServletResponse();

    @Test
    void refusesWhatComesWhileItIsFull() throws Exception {
        whileBusy(() -> send("/orders", second, new MockFilterChain()));

        assertThat(second.getStatus()).isEqualTo(503);
        assertThat(second.getHeader("Retry-After")).isEqualTo("1");
        assertThat(second.getContentAsString())
                .contains("\"OVERLOADED\"", "\"type\":\"https://", "/docs/problems.md#overloaded\"");
    }

    @Test
    void letsTheNextOneInWhenOneIsDone() throws Exception {
        whileBusy(() -> {});
        send("/orders", second, new MockFilterChain());

        assertThat(second.getStatus()).isEqualTo(200);
    }

    @Test
    void letsTheNextOneInWhenOneHasFailed() throws Exception {
        FilterChain failing = (request, response) -> {
            throw new ServletException("no");
        };
        assertThatThrownBy(() -> send("/orders", new MockHttpServletResponse(), failing))
                .hasMessage("no");
        send("/orders", second, new MockFilterChain());

        assertThat(second.getStatus()).isEqualTo(200);
    }

    @Test
    void countsWhoWaitsWithoutAThreadUntilThatIsOver() throws Exception {
        MockHttpServletRequest waiting = request("/orders/1/events");
        waiting.setUserPrincipal(() -> "mina");
        limit.doFilter(waiting, new MockHttpServletResponse(), (request, response) -> request.startAsync());

        send("/orders", second, new MockFilterChain());
        assertThat(second.getStatus()).isEqualTo(503);

        Objects.requireNonNull(waiting.getAsyncContext()).complete();
        MockHttpServletResponse third = new MockHttpServletResponse();
        send("/orders", third, new MockFilterChain());
        assertThat(third.getStatus()).isEqualTo(200);
    }

    @Test
    void alwaysAnswersHowItIs() throws Exception {
        whileBusy(() -> send("/actuator/health/liveness", second, new MockFilterChain()));

        assertThat(second.getStatus()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/openapi", "/openapi.yaml", "/docs", "/swagger-ui/swagger-ui-bundle.js"})
    void givesSlowReadersOfTheDescriptionPlacesOfTheirOwn(String path) throws Exception {
        assertHasPlacesOfItsOwn(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console/assets/console.js", "/payments/webhooks"})
    void givesClientsWithoutATokenPlacesOfTheirOwnAtEachOpenAddress(String path) throws Exception {
        assertHasPlacesOfItsOwn(path);
    }

    private void assertHasPlacesOfItsOwn(String path) throws Exception {
        List<MockHttpServletRequest> slow = new ArrayList<>();
        MockHttpServletResponse last = new MockHttpServletResponse();
        for (int i = 0; i < 31; i++) {
            MockHttpServletRequest client = request(path);
            last = new MockHttpServletResponse();
            limit.doFilter(client, last, (request, response) -> request.startAsync());
            slow.add(client);
        }
        assertThat(last.getStatus()).isEqualTo(503);
        send("/orders", second, new MockFilterChain());
        assertThat(second.getStatus()).isEqualTo(200);
        assertThat(statusWithoutAToken("/another")).isEqualTo(200);

        Objects.requireNonNull(slow.getFirst().getAsyncContext()).complete();
        assertThat(statusWithoutAToken(path)).isEqualTo(200);
    }

    private int statusWithoutAToken(String path) throws Exception {
        MockHttpServletResponse response = new MockHttpServletResponse();
        limit.doFilter(request(path), response, new MockFilterChain());
        return response.getStatus();
    }

    @Test
    void refusesALimitOfNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConcurrencyLimit(0))
                .withMessage("http.max-concurrent-requests must be at least 1");
    }

    @FunctionalInterface
    private interface Action {

        void run() throws ServletException, IOException;
    }

    private void whileBusy(Action action) throws ServletException, IOException {
        send("/orders", new MockHttpServletResponse(), (request, response) -> action.run());
    }

    private void send(String path, MockHttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        MockHttpServletRequest request = request(path);
        request.setUserPrincipal(() -> "mina");
        limit.doFilter(request, response, chain);
    }

    private static MockHttpServletRequest request(String path) {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
        request.setServletPath(path);
        request.setAsyncSupported(true);
        return request;
    }
}
