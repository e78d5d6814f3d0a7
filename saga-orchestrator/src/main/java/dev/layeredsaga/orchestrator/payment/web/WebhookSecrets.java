package dev.layeredsaga.orchestrator.payment.web;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The secrets that may sign the gateway's webhooks, below {@code orchestrator.payment-gateway}.
 *
 * @param webhookSecrets each {@code whsec_} and 24 to 64 bytes in base64, as Standard Webhooks has it; several during a rotation; none to
 *     accept no webhooks
 */
@ConfigurationProperties("orchestrator.payment-gateway")
record WebhookSecrets(@DefaultValue List<String> webhookSecrets) {

    private static final String PREFIX = "whsec_";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;

    /** @throws IllegalArgumentException if one of them is anything else */
    WebhookSecrets {
        webhookSecrets.forEach(WebhookSecrets::webhook);
    }

    /** Returns true if one of the secrets has signed this, at most 5 minutes from now. Compares in constant time. */
    boolean haveSigned(String body, Map<String, List<String>> headers) {
        return webhookSecrets.stream()
                .map(WebhookSecrets::webhook)
                .anyMatch(webhook -> verifies(webhook, body, headers));
    }

    private static boolean verifies(Webhook webhook, String body, Map<String, List<String>> headers) {
        try {
            webhook.verify(body, headers);
            return true;
        } catch (WebhookVerificationException e) {
            return false;
        }
    }

    private static Webhook webhook(String secret) {
        try {
            byte[] key = Base64.getDecoder().decode(secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : "");
            if (key.length >= MIN_BYTES && key.length <= MAX_BYTES) {
                return new Webhook(key);
            }
        } catch (IllegalArgumentException | EmptyWebhookSecretException e) {
            // its message might show the secret
        }
        throw new IllegalArgumentException(
                "orchestrator.payment-gateway.webhook-secrets must each be whsec_ and 24 to 64 bytes in base64");
    }

    /** The secrets stay out of logs. */
    @Override
    public String toString() {
        return "WebhookSecrets[" + webhookSecrets.size() + "]";
    }
}
