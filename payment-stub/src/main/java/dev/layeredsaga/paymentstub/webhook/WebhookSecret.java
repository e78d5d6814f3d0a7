package dev.layeredsaga.paymentstub.webhook;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookSigningException;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.util.Base64;

/** The signing secret shared with the merchant: {@code whsec_} and 24 to 64 bytes in base64 (Standard Webhooks). */
public final class WebhookSecret {

    private static final String PREFIX = "whsec_";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;

    private final Webhook webhook;

    /**
     * @throws InvalidInput if the text has any other form
     */
    public WebhookSecret(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : "");
            if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
                throw new IllegalArgumentException(bytes.length + " bytes");
            }
            webhook = new Webhook(bytes);
        } catch (IllegalArgumentException | EmptyWebhookSecretException e) {
            throw new InvalidInput(
                    ErrorCode.INVALID_WEBHOOK_SECRET, "secret", "must be whsec_ and 24 to 64 bytes in base64");
        }
    }

    /** Returns the value of {@code webhook-signature}. */
    public String signatureOf(String id, long timestamp, String body) {
        try {
            return webhook.sign(id, timestamp, body);
        } catch (WebhookSigningException e) {
            throw new IllegalStateException(e);
        }
    }
}
