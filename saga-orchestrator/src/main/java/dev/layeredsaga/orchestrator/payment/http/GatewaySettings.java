package dev.layeredsaga.orchestrator.payment.http;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code orchestrator.payment-gateway}.
 *
 * @param url where the gateway is
 * @param apiKey what the gateway knows this service by; empty to show nothing
 * @param connectTimeout how long the gateway may take to accept a connection; default 1 s
 * @param responseTimeout how long one call may take; default 5 s
 * @param declineCodes codes of refusals that decline a payment or a refund for good, beside all with status 402; any other refusal leaves
 *     open whether money has moved; default {@code UNKNOWN_PAYMENT_METHOD} and {@code REFUND_EXCEEDS_CAPTURE}
 */
@ConfigurationProperties("orchestrator.payment-gateway")
record GatewaySettings(
        URI url,
        @DefaultValue("") String apiKey,
        @DefaultValue("1s") Duration connectTimeout,
        @DefaultValue("5s") Duration responseTimeout,

        @DefaultValue({"UNKNOWN_PAYMENT_METHOD", "REFUND_EXCEEDS_CAPTURE"})
        List<String> declineCodes) {

    /** @throws IllegalArgumentException if the address is no http address or a time-out is not positive */
    GatewaySettings {
        if (url == null || url.getScheme() == null || !url.getScheme().startsWith("http")) {
            throw new IllegalArgumentException(
                    "orchestrator.payment-gateway.url must be an http address, but is " + url);
        }
        Assert.isTrue(
                connectTimeout.isPositive() && responseTimeout.isPositive(),
                "orchestrator.payment-gateway: the time-outs must be positive, but are " + connectTimeout + " and "
                        + responseTimeout);
    }

    /** The key stays out of logs. */
    @Override
    public String toString() {
        return "GatewaySettings[url=" + url + "]";
    }
}
