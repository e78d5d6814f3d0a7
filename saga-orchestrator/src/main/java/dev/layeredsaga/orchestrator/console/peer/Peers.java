package dev.layeredsaga.orchestrator.console.peer;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** The services that the console asks. Thread-safe. */
@Component
@EnableConfigurationProperties(PeerSettings.class)
public class Peers {

    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);

    private final Peer inventory;
    private final Peer orders;
    private final Peer gateway;

    Peers(PeerSettings settings, ObjectProvider<ClientRegistrationRepository> registered, Clock clock) {
        JdkClientHttpRequestFactory http = new JdkClientHttpRequestFactory(
                HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build());
        http.setReadTimeout(settings.timeout());
        PeerCredentials credentials = PeerCredentials.of(settings, registered.getIfAvailable(), http);
        RestClient.Builder builder = RestClient.builder().requestFactory(http);
        inventory = peer("inventory", settings.inventory(), builder, credentials, clock);
        orders = peer("orders", settings.orders(), builder, credentials, clock);
        gateway = peer("gateway", settings.gateway(), builder, settings::gatewayKey, clock);
    }

    private static Peer peer(
            String name, @Nullable URI url, RestClient.Builder builder, PeerCredentials credentials, Clock clock) {
        RestClient client = url == null || url.toString().isEmpty()
                ? null
                : builder.clone().baseUrl(url.toString()).build();
        return new Peer("saga.console.peers." + name, client, credentials, clock);
    }

    /** Returns the inventory. */
    public Peer inventory() {
        return inventory;
    }

    /** Returns the order-service. */
    public Peer orders() {
        return orders;
    }

    /** Returns the payment stub. */
    public Peer gateway() {
        return gateway;
    }
}
