package dev.layeredsaga.orchestrator.console.peer;

import dev.layeredsaga.messaging.failure.StartupException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.ClientCredentialsOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.endpoint.RestClientClientCredentialsTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.web.client.RestClient;

/** Gets the token or key that the console shows another service. Thread-safe. */
@FunctionalInterface
interface PeerCredentials {

    /**
     * Returns what is valid now; empty to show none.
     *
     * @throws org.springframework.security.oauth2.core.OAuth2AuthorizationException if the issuer gives none
     */
    String token();

    /**
     * Creates the credentials that the settings describe.
     *
     * @throws StartupException if the settings name a client that is not registered
     */
    static PeerCredentials of(
            PeerSettings settings, @Nullable ClientRegistrationRepository registered, ClientHttpRequestFactory http) {
        if (settings.client().isEmpty()) {
            return settings::token;
        }
        if (registered == null || registered.findByRegistrationId(settings.client()) == null) {
            throw new StartupException("saga.console.peers.client names '" + settings.client()
                    + "', which is not below spring.security.oauth2.client.registration");
        }
        OAuth2AuthorizedClientManager manager = manager(registered, http);
        OAuth2AuthorizeRequest request = OAuth2AuthorizeRequest.withClientRegistrationId(settings.client())
                .principal("saga-console")
                .build();
        return () -> {
            OAuth2AuthorizedClient client = manager.authorize(request);
            return client == null ? "" : client.getAccessToken().getTokenValue();
        };
    }

    private static OAuth2AuthorizedClientManager manager(
            ClientRegistrationRepository registered, ClientHttpRequestFactory http) {
        RestClientClientCredentialsTokenResponseClient tokens = new RestClientClientCredentialsTokenResponseClient();
        tokens.setRestClient(RestClient.builder()
                .requestFactory(http)
                .configureMessageConverters(converters -> converters
                        .addCustomConverter(new FormHttpMessageConverter())
                        .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
                .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                .build());
        ClientCredentialsOAuth2AuthorizedClientProvider provider =
                new ClientCredentialsOAuth2AuthorizedClientProvider();
        provider.setAccessTokenResponseClient(tokens);
        AuthorizedClientServiceOAuth2AuthorizedClientManager manager =
                new AuthorizedClientServiceOAuth2AuthorizedClientManager(
                        registered, new InMemoryOAuth2AuthorizedClientService(registered));
        manager.setAuthorizedClientProvider(provider);
        return manager;
    }
}
