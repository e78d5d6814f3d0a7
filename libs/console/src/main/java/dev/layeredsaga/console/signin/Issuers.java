package dev.layeredsaga.console.signin;

import dev.layeredsaga.messaging.failure.StartupException;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/** The OpenID Connect issuers that people may sign in with. Immutable. */
final class Issuers {

    /** The address that the browser is sent to at the beginning; the registration's id follows. */
    static final String AUTHORIZATION = "/console/oauth2/authorization";

    /** The address that the issuer sends it back to. */
    static final String REDIRECTION = "/console/login/oauth2/code";

    private final List<ClientRegistration> registrations;

    /** @throws StartupException if an issuer would send browsers back to another place than the console */
    Issuers(@Nullable ClientRegistrationRepository configured) {
        registrations = configured instanceof Iterable<?> all
                ? StreamSupport.stream(all.spliterator(), false)
                        .filter(ClientRegistration.class::isInstance)
                        .map(ClientRegistration.class::cast)
                        .filter(client ->
                                AuthorizationGrantType.AUTHORIZATION_CODE.equals(client.getAuthorizationGrantType()))
                        .toList()
                : List.of();
        for (ClientRegistration registration : registrations) {
            String redirectUri = String.valueOf(registration.getRedirectUri());
            if (!redirectUri.contains(REDIRECTION)) {
                throw new StartupException("spring.security.oauth2.client.registration."
                        + registration.getRegistrationId() + ".redirect-uri must be {baseUrl}" + REDIRECTION
                        + "/{registrationId}, but is " + redirectUri);
            }
        }
    }

    boolean isEmpty() {
        return registrations.isEmpty();
    }

    /** Returns the links to sign in with. */
    List<SignInPage.Issuer> links() {
        return registrations.stream()
                .map(issuer ->
                        new SignInPage.Issuer(issuer.getClientName(), AUTHORIZATION + "/" + issuer.getRegistrationId()))
                .toList();
    }
}
