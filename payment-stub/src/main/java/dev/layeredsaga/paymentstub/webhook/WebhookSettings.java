package dev.layeredsaga.paymentstub.webhook;

import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the events go, and how.
 *
 * @param secret signs them; null to send them without a signature
 * @param delay null for the delivery's own
 * @param probability that an event gets this delivery, 0 to 1; otherwise it is on time
 * @param seed of the draws: the same seed gives the same sequence
 */
public record WebhookSettings(
        URI url,
        @Nullable WebhookSecret secret,
        Delivery delivery,
        @Nullable Duration delay,
        double probability,
        long seed) {

    private static final Duration MAX_DELAY = Duration.ofHours(1);
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /**
     * @throws InvalidInput if the url is not an absolute http one, the delay negative or over an hour, or the probability outside 0 to 1
     */
    public WebhookSettings {
        if (url.getScheme() == null || !SCHEMES.contains(url.getScheme()) || url.getHost() == null) {
            throw noUrl();
        }
        if (delay != null && (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0)) {
            throw new InvalidInput(ErrorCode.INVALID_DELAY, "delayMillis", "must be from 0 to an hour");
        }
        if (!(probability >= 0 && probability <= 1)) {
            throw new InvalidInput(ErrorCode.INVALID_PROBABILITY, "probability", "must be from 0 to 1");
        }
    }

    /** Everything on time. */
    public static WebhookSettings onTime(URI url, @Nullable WebhookSecret secret) {
        return new WebhookSettings(url, secret, Delivery.ON_TIME, null, 1, 0);
    }

    /**
     * @throws InvalidInput if it is no url
     */
    public static URI url(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw noUrl();
        }
    }

    public Duration effectiveDelay() {
        return delay == null ? delivery.defaultDelay() : delay;
    }

    private static InvalidInput noUrl() {
        return new InvalidInput(ErrorCode.INVALID_WEBHOOK_URL, "url", "must be an absolute http or https address");
    }
}
