package dev.layeredsaga.console.signin;

import dev.layeredsaga.chassis.security.Caller;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.authority.mapping.GrantedAuthoritiesMapper;
import org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority;

/**
 * Takes the roles of the console from a claim of the ID token: {@code operator} acts, {@code viewer} sees. Everything else counts for
 * nothing, the scopes of the access token included: an issuer may grant these to everybody.
 */
record Roles(String claim) implements GrantedAuthoritiesMapper {

    /** The authority to see everything and change nothing. */
    static final String VIEWER = "SCOPE_viewer";

    private static final Set<String> KNOWN = Set.of(VIEWER, Caller.OPERATOR);

    @Override
    public Collection<? extends GrantedAuthority> mapAuthorities(Collection<? extends GrantedAuthority> authorities) {
        return authorities.stream()
                .filter(OidcUserAuthority.class::isInstance)
                .map(OidcUserAuthority.class::cast)
                .flatMap(user -> values(user.getIdToken().getClaims().get(claim)))
                .map(role -> "SCOPE_" + role)
                .filter(KNOWN::contains)
                .map(SimpleGrantedAuthority::new)
                .collect(Collectors.toSet());
    }

    /** Returns the elements of a list, or the words of a text. */
    private static Stream<String> values(@Nullable Object value) {
        if (value instanceof Collection<?> list) {
            return list.stream().map(String::valueOf);
        }
        return value instanceof String text ? Arrays.stream(text.split(" ", -1)) : Stream.empty();
    }
}
