package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.paymentstub.webhook.Delivery;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookEnvironmentTest {

    private static final String ADDRESS = "http://localhost:8081/payments/webhooks";

    @Test
    void setsNothingByItself() {
        assertThat(WebhookEnvironment.read(Map.of())).isEmpty();
        assertThat(WebhookEnvironment.read(Map.of(WebhookEnvironment.URL, ""))).isEmpty();
    }

    @Test
    void sendsEverythingOnTimeToTheAddress() {
        var settings =
                WebhookEnvironment.read(Map.of(WebhookEnvironment.URL, ADDRESS)).orElseThrow();

        assertThat(settings.url()).isEqualTo(URI.create(ADDRESS));
        assertThat(settings.secret()).isNull();
        assertThat(settings.delivery()).isEqualTo(Delivery.ON_TIME);
    }

    @Test
    void namesTheVariableThatMakesNoSenseButNotTheSecret() {
        assertThatThrownBy(() -> WebhookEnvironment.read(Map.of(WebhookEnvironment.URL, "here")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageStartingWith("PAYMENT_STUB_WEBHOOK_URL must be");
        assertThatThrownBy(() -> WebhookEnvironment.read(
                        Map.of(WebhookEnvironment.URL, ADDRESS, WebhookEnvironment.SECRET, "hush")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageStartingWith("PAYMENT_STUB_WEBHOOK_SECRET must be")
                .hasMessageNotContaining("hush");
    }
}
