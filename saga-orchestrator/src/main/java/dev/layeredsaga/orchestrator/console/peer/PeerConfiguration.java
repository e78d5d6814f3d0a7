package dev.layeredsaga.orchestrator.console.peer;

import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.web.client.RestClient;

/** Puts the calls to other services together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PeerSettings.class)
class PeerConfiguration {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(3);

    @Bean
    Peers peers(PeerSettings settings, ObjectProvider<OAuth2AuthorizedClientService> clients, Clock clock) {
        HttpClient http = HttpClient.newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(http);
        requests.setReadTimeout(READ_TIMEOUT);
        return new Peers(
                settings,
                RestClient.builder().requestFactory(requests).build(),
                new CallerToken(clients.getIfAvailable(), settings.token()),
                clock);
    }
}
