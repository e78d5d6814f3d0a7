package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

/** Pages of an allowed origin use the service from a browser; others do not. */
class BrowserTest {

    private static final String SHOP = "https://shop.example";

    private final Api api = OrderServiceInstance.shared().api();
    private final Api withoutToken = api.as("");

    @Test
    void answersThePreflightOfAnAllowedOriginWithoutAToken() {
        Api.Answer answer = preflight(SHOP, "POST", "authorization,content-type,idempotency-key");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(SHOP);
        assertThat(answer.header("Access-Control-Allow-Methods")).contains("POST");
        assertThat(answer.header("Access-Control-Allow-Headers")).contains("idempotency-key");
        assertThat(answer.header("Access-Control-Allow-Credentials")).isEmpty();
    }

    @Test
    void letsAnAllowedOriginReadAnswersWithTheirHeaders() {
        Api.Answer answer =
                api.send(api.request("/orders").header("Origin", SHOP).GET());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(SHOP);
        assertThat(answer.header("Access-Control-Expose-Headers")).contains("Location", "Retry-After");
    }

    @Test
    void letsAnAllowedOriginReadWhyItIsRefused() {
        Api.Answer answer = withoutToken.send(
                withoutToken.request("/orders").header("Origin", SHOP).GET());

        assertThat(answer.code()).isEqualTo("UNAUTHENTICATED");
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(SHOP);
    }

    @Test
    void refusesOtherOriginsAndMethods() {
        Api.Answer elsewhere = preflight("https://elsewhere.example", "GET", "authorization");
        assertThat(elsewhere.status()).isEqualTo(403);
        assertThat(elsewhere.code()).isEqualTo("FORBIDDEN_ORIGIN");
        assertThat(preflight(SHOP, "PATCH", "authorization").status()).isEqualTo(403);
    }

    private Api.Answer preflight(String origin, String method, String headers) {
        return withoutToken.send(withoutToken
                .request("/orders")
                .method("OPTIONS", BodyPublishers.noBody())
                .header("Origin", origin)
                .header("Access-Control-Request-Method", method)
                .header("Access-Control-Request-Headers", headers));
    }
}
