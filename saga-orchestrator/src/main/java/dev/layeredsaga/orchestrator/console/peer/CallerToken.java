package dev.layeredsaga.orchestrator.console.peer;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;

/** The bearer token with which another service knows the caller. */
final class CallerToken {

    private final @Nullable OAuth2AuthorizedClientService clients;
    private final @Nullable String ofLinks;

    /** @param ofLinks the token of those who have signed in with a link */
    CallerToken(@Nullable OAuth2AuthorizedClientService clients, @Nullable String ofLinks) {
        this.clients = clients;
        this.ofLinks = ofLinks;
    }

    /** Returns the token of the current request's caller, so that they may do elsewhere only what they may do without the console. */
    Optional<String> current() {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        if (!(caller instanceof OAuth2AuthenticationToken issued)) {
            return Optional.ofNullable(ofLinks);
        }
        if (clients == null) {
            return Optional.empty();
        }
        OAuth2AuthorizedClient client =
                clients.loadAuthorizedClient(issued.getAuthorizedClientRegistrationId(), issued.getName());
        return Optional.ofNullable(client).map(known -> known.getAccessToken().getTokenValue());
    }
}
