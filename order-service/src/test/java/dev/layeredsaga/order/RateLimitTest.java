package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rate limit of a client that sends too many requests; other clients are not affected. */
class RateLimitTest {

    /** A customer's requests at once; in the seconds of the test a few more become free. */
    private static final int BURST = 20;

    @Test
    void refusesWhoAsksTooOftenAndServesTheOthers() {
        try (OrderServiceInstance service = OrderServiceInstance.start(
                "--http.rate-limit.customer-per-second=1", "--http.rate-limit.customer-burst=" + BURST)) {
            Api operator = service.api();
            Api greedy = operator.as(LocalIssuer.get().customer(Samples.unique("greedy")));
            Api modest = operator.as(LocalIssuer.get().customer(Samples.unique("modest")));

            Answer refusal = Stream.generate(() -> greedy.get("/orders"))
                    .limit(10 * BURST)
                    .filter(answer -> answer.status() != 200)
                    .findFirst()
                    .orElseThrow();

            assertThat(refusal.status()).isEqualTo(429);
            assertThat(refusal.code()).isEqualTo("RATE_LIMITED");
            assertThat(refusal.contentType()).isEqualTo("application/problem+json");
            assertThat(refusal.header("Retry-After")).isEqualTo("1");
            assertThat(modest.get("/orders").status()).isEqualTo(200);
            assertThat(operator.get("/orders").status()).isEqualTo(200);
        }
    }
}
