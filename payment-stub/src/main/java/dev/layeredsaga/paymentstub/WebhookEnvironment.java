package dev.layeredsaga.paymentstub;

import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import dev.layeredsaga.paymentstub.webhook.WebhookSecret;
import dev.layeredsaga.paymentstub.webhook.WebhookSettings;
import java.util.Map;
import java.util.Optional;

/** Reads the webhook settings from environment variables. */
final class WebhookEnvironment {

    static final String URL = "PAYMENT_STUB_WEBHOOK_URL";
    static final String SECRET = "PAYMENT_STUB_WEBHOOK_SECRET";

    private WebhookEnvironment() {}

    /**
     * Returns the settings, or empty if no URL is set; an empty variable counts as not set.
     *
     * @throws InvalidSettings if a variable has an invalid value
     */
    static Optional<WebhookSettings> read(Map<String, String> environment) {
        try {
            return value(environment, URL)
                    .map(WebhookSettings::url)
                    .map(url -> WebhookSettings.onTime(
                            url,
                            value(environment, SECRET).map(WebhookSecret::new).orElse(null)));
        } catch (InvalidInput e) {
            String variable = e.field().equals("url") ? URL : SECRET;
            throw new InvalidSettings(variable + " " + e.getMessage(), e);
        }
    }

    private static Optional<String> value(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}
