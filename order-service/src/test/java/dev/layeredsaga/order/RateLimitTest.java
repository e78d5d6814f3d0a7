package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.order.Api.Answer;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rate limit of a client that sends too many requests; other clients are not affected. */
class RateLimitTest {

    private static final int FAR_TOO_MANY = 5000;

    private final Api operator = OrderServiceInstance.shared().api();

    @Test
    void refusesWhoAsksTooOftenAndServesTheOthers() {
        Api greedy = operator.as(LocalIssuer.get().customer(Samples.unique("greedy")));
        Api modest = operator.as(LocalIssuer.get().customer(Samples.unique("modest")));

        Answer refusal = Stream.generate(() -> greedy.get("/orders"))
                .limit(FAR_TOO_MANY)
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
