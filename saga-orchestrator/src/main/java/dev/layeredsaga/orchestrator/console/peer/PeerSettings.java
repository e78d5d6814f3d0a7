package dev.layeredsaga.orchestrator.console.peer;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The other services as the console reaches them; a panel whose service has no address says so.
 *
 * @param inventory the inventory's address, such as {@code http://inventory:8081}
 * @param orders the order service's address
 * @param paymentStub the payment stub's address, for demonstrations only
 * @param token the bearer token for callers who have signed in with a link, who have none of their own; the tokens of others are
 *     passed on
 */
@ConfigurationProperties("saga.console.peers")
record PeerSettings(
        @Nullable URI inventory,
        @Nullable URI orders,
        @Nullable URI paymentStub,
        @Nullable String token) {

    Optional<URI> address(Peer peer) {
        return Optional.ofNullable(
                switch (peer) {
                    case INVENTORY -> inventory;
                    case ORDERS -> orders;
                    case PAYMENT_STUB -> paymentStub;
                });
    }

    /** Leaves the token out. */
    @Override
    public String toString() {
        return "PeerSettings[inventory=" + inventory + ", orders=" + orders + ", paymentStub=" + paymentStub + "]";
    }
}
