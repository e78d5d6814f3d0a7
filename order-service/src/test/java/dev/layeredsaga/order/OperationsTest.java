package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationsTest {

    private final Api api = OrderServiceInstance.shared().api();

    @Test
    void saysWhenItIsReady() {
        assertThat(api.get("/actuator/health/readiness").body().toString()).isEqualTo("""
                {"status":"UP"}""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/health/liveness", "/actuator/info", "/actuator/metrics"})
    void showsItsHealthAndMetrics(String path) {
        assertThat(api.get(path).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/env", "/actuator/beans", "/actuator/heapdump", "/actuator/shutdown"})
    void showsNothingElse(String path) {
        assertThat(api.get(path).status()).isEqualTo(404);
    }
}
