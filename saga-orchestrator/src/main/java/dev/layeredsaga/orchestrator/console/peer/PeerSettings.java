package dev.layeredsaga.orchestrator.console.peer;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings below {@code saga.console.peers}: the other services whose panels the console has, and what it shows them. A service
 * without an address has no panel.
 *
 * @param inventory the inventory's address, for locks and claims
 * @param orders the order-service's address, for demo orders
 * @param gateway the payment stub's address, for its ledger and its faults
 * @param gatewayKey the API key that the payment stub is shown; default none
 * @param client the registration below {@code spring.security.oauth2.client.registration} that gets a token for the operators' scope
 *     by client credentials; default none
 * @param token a token that does not change, for local use; default none
 * @param timeout the longest wait for a response; default 2 s
 */
@ConfigurationProperties("saga.console.peers")
record PeerSettings(
        @Nullable URI inventory,
        @Nullable URI orders,
        @Nullable URI gateway,
        @DefaultValue("") String gatewayKey,
        @DefaultValue("") String client,
        @DefaultValue("") String token,
        @DefaultValue("2s") Duration timeout) {

    /** @throws IllegalArgumentException if there are two sources of a token, or the time is not positive */
    PeerSettings {
        if (!client.isEmpty() && !token.isEmpty()) {
            throw new IllegalArgumentException("saga.console.peers has a client and a token; one of them is needed");
        }
        Assert.isTrue(timeout.isPositive(), "saga.console.peers.timeout must be positive, but is " + timeout);
        requireHttp("inventory", inventory);
        requireHttp("orders", orders);
        requireHttp("gateway", gateway);
    }

    private static void requireHttp(String name, @Nullable URI url) {
        if (url != null
                && !url.toString().isEmpty()
                && !String.valueOf(url.getScheme()).startsWith("http")) {
            throw new IllegalArgumentException(
                    "saga.console.peers." + name + " must be an http address, but is " + url);
        }
    }

    /** Keeps the token and the key out of logs. */
    @Override
    public String toString() {
        return "PeerSettings[inventory=%s, orders=%s, gateway=%s]".formatted(inventory, orders, gateway);
    }
}
