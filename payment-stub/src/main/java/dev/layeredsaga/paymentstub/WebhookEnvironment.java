package dev.layeredsaga.paymentstub;

import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import dev.layeredsaga.paymentstub.webhook.WebhookSecret;
import dev.layeredsaga.paymentstub.webhook.WebhookSettings;
import java.util.Map;
import java.util.Optional;

/** Where the program sends webhooks, as the environment says. */
final class WebhookEnvironment {

    static final String URL = "PAYMENT_STUB_WEBHOOK_URL";
    static final String SECRET = "PAYMENT_STUB_WEBHOOK_SECRET";

    private WebhookEnvironment() {}

    /**
     * Nothing if no address is set; set to nothing counts as not set.
     *
     * @throws Invalid if a variable makes no sense
     */
    static Optional<WebhookSettings> read(Map<String, String> environment) {
        try {
            return value(environment, URL)
                    .map(WebhookSettings::url)
                    .map(url -> WebhookSettings.onTime(
                            url,
                            value(environment, SECRET).map(WebhookSecret::new).orElse(null)));
        } catch (InvalidInput e) {
            throw new Invalid(e);
        }
    }

    private static Optional<String> value(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /** A variable makes no sense; the message says which. */
    static final class Invalid extends RuntimeException {

        private Invalid(InvalidInput cause) {
            super((cause.field().equals("url") ? URL : SECRET) + " " + cause.getMessage(), cause);
        }
    }
}
