package dev.layeredsaga.orchestrator.console.peer;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.WireMockServer;
import dev.layeredsaga.messaging.failure.StartupException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.web.client.RestClient;

/** The console's view of another service: its answers, its refusals and its silence. */
class PeerTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final WireMockServer service =
            new WireMockServer(options().dynamicPort().bindAddress("127.0.0.1"));
    private Instant now = NOON;

    private record Thing(String name) {}

    PeerTest() {
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop();
    }

    @Test
    void returnsTheContent() {
        service.stubFor(any(anyUrl()).willReturn(jsonResponse("{\"name\": \"book\", \"more\": 1}", 200)));

        assertThat(peer(() -> "t").get(Thing.class, "/things/{id}", "a b"))
                .isEqualTo(new PeerAnswer.Known<>(new Thing("book")));
        service.verify(1, anyRequestedFor(urlPathEqualTo("/things/a%20b")));
        assertThat(service.getAllServeEvents().getFirst().getRequest().getHeader("Authorization"))
                .isEqualTo("Bearer t");
    }

    @Test
    void showsARefusalInTheServicesWords() {
        service.stubFor(any(anyUrl()).willReturn(jsonResponse("{\"status\": 409, \"detail\": \"It is sold\"}", 409)));
        assertThat(peer(() -> "").get(Thing.class, "/").problem()).isEqualTo("It is sold (409)");

        service.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(500).withBody("<html>")));
        assertThat(peer(() -> "").get(Thing.class, "/").problem()).isEqualTo("refused (500)");

        service.stubFor(any(anyUrl()).willReturn(jsonResponse("[", 200)));
        assertThat(peer(() -> "").get(Thing.class, "/").problem()).isEqualTo("the response cannot be read (200)");
    }

    @Test
    void showsSinceWhenTheServiceIsNotReachableAndAsksAgainAfterAPause() {
        service.stubFor(any(anyUrl()).willReturn(jsonResponse("{\"name\": \"book\"}", 200)));
        Peer peer = peer(() -> "");
        int port = service.port();
        service.stop();
        assertThat(peer.get(Thing.class, "/").problem()).isEqualTo("not reachable since 12:00:00 UTC");
        now = NOON.plusSeconds(3);
        assertThat(peer.get(Thing.class, "/").problem()).isEqualTo("not reachable since 12:00:00 UTC");

        WireMockServer back = new WireMockServer(options().port(port).bindAddress("127.0.0.1"));
        back.start();
        try {
            back.stubFor(any(anyUrl()).willReturn(jsonResponse("{\"name\": \"book\"}", 200)));
            now = NOON.plusSeconds(4);
            assertThat(peer.get(Thing.class, "/").known()).isEmpty();
            assertThat(back.getAllServeEvents()).isEmpty();
            now = NOON.plusSeconds(6);
            assertThat(peer.get(Thing.class, "/").known()).contains(new Thing("book"));
        } finally {
            back.stop();
        }
    }

    @Tag("timing")
    @Test
    void doesNotWaitForAServiceThatDoesNotAnswer() {
        service.stubFor(any(anyUrl()).willReturn(aResponse().withFixedDelay(20_000)));
        long begin = System.nanoTime();

        Peer impatient = peer(() -> "", http(Duration.ofMillis(500)));
        assertThat(impatient.get(Thing.class, "/").problem()).startsWith("not reachable since");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void saysWhichSettingIsMissing() {
        Peer peer = new Peer("saga.console.peers.inventory", null, () -> "", clock());

        assertThat(peer.send(HttpMethod.POST, "{}", Thing.class, "/").problem())
                .isEqualTo("not configured: set saga.console.peers.inventory");
    }

    @Test
    void getsATokenByClientCredentialsOnce() {
        service.stubFor(any(urlPathEqualTo("/token"))
                .willReturn(jsonResponse(
                        "{\"access_token\": \"t-1\", \"token_type\": \"Bearer\", \"expires_in\": 600}", 200)));
        PeerCredentials credentials = PeerCredentials.of(settings("peers", ""), registered("peers"), http());

        assertThat(credentials.token()).isEqualTo("t-1");
        assertThat(credentials.token()).isEqualTo("t-1");
        service.verify(1, anyRequestedFor(urlPathEqualTo("/token")));
        assertThat(service.getAllServeEvents().getFirst().getRequest().getBodyAsString())
                .contains("grant_type=client_credentials");
    }

    @Test
    void showsThePaymentStubItsKeyAndTheOthersTheToken() {
        service.stubFor(any(anyUrl()).willReturn(jsonResponse("{\"name\": \"book\"}", 200)));
        URI url = URI.create(service.baseUrl());
        var none = new StaticListableBeanFactory().getBeanProvider(ClientRegistrationRepository.class);
        var settings = new PeerSettings(url, url, url, "key", "", "token", Duration.ofSeconds(10));
        Peers peers = new Peers(settings, none, Clock.systemUTC());

        peers.gateway().get(Thing.class, "/ledger");
        peers.inventory().get(Thing.class, "/items");

        service.verify(
                1, getRequestedFor(urlPathEqualTo("/ledger")).withHeader("Authorization", equalTo("Bearer key")));
        service.verify(
                1, getRequestedFor(urlPathEqualTo("/items")).withHeader("Authorization", equalTo("Bearer token")));
    }

    @Test
    void countsAnIssuerThatIsAwayAsNotReachable() {
        PeerCredentials credentials = PeerCredentials.of(settings("peers", ""), registered("peers"), http());
        service.stubFor(any(urlPathEqualTo("/token")).willReturn(aResponse().withStatus(503)));

        assertThat(peer(credentials).get(Thing.class, "/").problem()).startsWith("not reachable since");
    }

    @Test
    void refusesSettingsThatCannotWork() {
        assertThatThrownBy(() -> PeerCredentials.of(settings("gone", ""), registered("peers"), http()))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("saga.console.peers.client names 'gone'");
        assertThatThrownBy(() -> settings("peers", "t")).hasMessageContaining("one of them is needed");
        assertThatThrownBy(() -> new PeerSettings(URI.create("ftp://x"), null, null, "", "", "", Duration.ofSeconds(1)))
                .hasMessageContaining("saga.console.peers.inventory must be an http address");
    }

    private static PeerSettings settings(String client, String token) {
        return new PeerSettings(null, null, null, "", client, token, Duration.ofSeconds(2));
    }

    private InMemoryClientRegistrationRepository registered(String id) {
        return new InMemoryClientRegistrationRepository(ClientRegistration.withRegistrationId(id)
                .clientId("console")
                .clientSecret("secret")
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .tokenUri(service.baseUrl() + "/token")
                .build());
    }

    private static JdkClientHttpRequestFactory http() {
        return http(Duration.ofMinutes(1));
    }

    private static JdkClientHttpRequestFactory http(Duration longestWait) {
        JdkClientHttpRequestFactory http = new JdkClientHttpRequestFactory();
        http.setReadTimeout(longestWait);
        return http;
    }

    private Peer peer(PeerCredentials credentials) {
        return peer(credentials, http());
    }

    private Peer peer(PeerCredentials credentials, JdkClientHttpRequestFactory http) {
        RestClient client = RestClient.builder()
                .requestFactory(http)
                .baseUrl(service.baseUrl())
                .build();
        return new Peer("saga.console.peers.inventory", client, credentials, clock());
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }
}
