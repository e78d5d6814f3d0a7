package dev.layeredsaga.paymentstub.webhook;

import static dev.layeredsaga.paymentstub.vocabulary.InvalidInput.required;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.InvalidInput;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The URL that events are sent to, and their delivery.
 *
 * @param secret signs the events; null to send them unsigned
 * @param delay null for the delivery's default
 * @param probability of this delivery for each event, 0 to 1; other events are sent on time
 * @param seed of the random draws: the same seed gives the same sequence
 */
@JsonPropertyOrder({"url", "signed", "delivery", "delayMillis", "probability", "seed"})
public record WebhookSettings(
        URI url,
        @JsonProperty(access = Access.WRITE_ONLY) @Nullable WebhookSecret secret,
        Delivery delivery,
        @JsonIgnore @Nullable Duration delay,
        double probability,
        long seed) {

    private static final Duration MAX_DELAY = Duration.ofHours(1);
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /**
     * @throws InvalidInput if the URL is not an absolute http or https URL, the delay is negative or over an hour, or the
     *     probability is outside 0 to 1
     */
    public WebhookSettings {
        if (url.getScheme() == null || !SCHEMES.contains(url.getScheme())) {
            throw noUrl();
        }
        if (url.getHost() == null) {
            throw String.valueOf(url.getRawAuthority()).contains("_")
                    ? invalidUrl(
                            "has a host name with \"_\", which RFC 1123 does not allow; use another name of the host, or its address")
                    : noUrl();
        }
        if (delay != null && (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0)) {
            throw new InvalidInput(ErrorCode.INVALID_DELAY, "delayMillis", "must be from 0 to an hour");
        }
        if (!(probability >= 0 && probability <= 1)) {
            throw new InvalidInput(ErrorCode.INVALID_PROBABILITY, "probability", "must be from 0 to 1");
        }
    }

    /** Creates settings as the API has them. A missing seed is drawn and shown, so that the run can be repeated. */
    @JsonCreator
    static WebhookSettings of(
            @Nullable String url,
            @Nullable String secret,
            @Nullable String delivery,
            @Nullable Long delayMillis,
            @Nullable Double probability,
            @Nullable Long seed) {
        return new WebhookSettings(
                url(required(url, ErrorCode.INVALID_WEBHOOK_URL, "url")),
                secret == null ? null : new WebhookSecret(secret),
                delivery == null ? Delivery.ON_TIME : Delivery.named(delivery),
                delayMillis == null ? null : Duration.ofMillis(delayMillis),
                probability == null ? 1 : probability,
                seed == null ? ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE) : seed);
    }

    /** Creates settings that send all events on time. */
    public static WebhookSettings onTime(URI url, @Nullable WebhookSecret secret) {
        return new WebhookSettings(url, secret, Delivery.ON_TIME, null, 1, 0);
    }

    /**
     * @throws InvalidInput if the text is not a URL
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

    @JsonProperty
    long delayMillis() {
        return effectiveDelay().toMillis();
    }

    @JsonProperty
    boolean signed() {
        return secret != null;
    }

    private static InvalidInput noUrl() {
        return invalidUrl("must be an absolute http or https address");
    }

    private static InvalidInput invalidUrl(String problem) {
        return new InvalidInput(ErrorCode.INVALID_WEBHOOK_URL, "url", problem);
    }
}
