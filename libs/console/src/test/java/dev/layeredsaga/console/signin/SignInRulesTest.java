package dev.layeredsaga.console.signin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.console.ConsolePage;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.messaging.failure.StartupException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority;
import org.springframework.transaction.CannotCreateTransactionException;

/** The rules of the sign-in, one by one. */
class SignInRulesTest {

    private static final byte[] KEY =
            "a key of 32 bytes for these tests".substring(0, 32).getBytes(US_ASCII);

    @Test
    void takesRolesFromTheClaimAlone() {
        assertThat(authorities(List.of("operator", "admin"))).containsExactly("SCOPE_operator");
        assertThat(authorities("viewer billing")).containsExactly("SCOPE_viewer");
        assertThat(authorities(List.of("OPERATOR", "SCOPE_operator"))).isEmpty();
        assertThat(authorities(7)).isEmpty();
    }

    private static List<String> authorities(Object claim) {
        OidcIdToken token = new OidcIdToken(
                "token", Instant.EPOCH, Instant.EPOCH.plusSeconds(1), Map.of("sub", "kim", "roles", claim));
        return new Roles("roles")
                        .mapAuthorities(
                                List.of(new OidcUserAuthority(token), new SimpleGrantedAuthority("SCOPE_operator")))
                        .stream()
                        .map(authority -> String.valueOf(authority.getAuthority()))
                        .toList();
    }

    private static Pages pages() {
        return new Pages(new StaticListableBeanFactory().getBeanProvider(ConsolePage.class), new SagaContent() {});
    }

    @Test
    void endsASessionAfterItsLifetimeHoweverBusyItIs() throws Exception {
        assertThat(isEndedAt(Duration.ofMinutes(59))).isFalse();
        assertThat(isEndedAt(Duration.ofMinutes(61))).isTrue();
    }

    private static boolean isEndedAt(Duration age) throws Exception {
        MockHttpSession session = new MockHttpSession() {
            @Override
            public long getCreationTime() {
                return System.currentTimeMillis() - age.toMillis();
            }
        };
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/console");
        request.setSession(session);
        new SessionLifetime(pages(), Duration.ofHours(1))
                .doFilter(request, new MockHttpServletResponse(), new MockFilterChain());
        return session.isInvalid();
    }

    @Test
    void saysThatTheDatabaseIsAwayIfNoSessionCanBeRead() throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/console") {
            @Override
            public HttpSession getSession(boolean create) {
                throw new CannotCreateTransactionException("no connection");
            }
        };
        MockHttpServletResponse response = new MockHttpServletResponse();
        MockFilterChain chain = new MockFilterChain();

        new SessionLifetime(pages(), Duration.ofHours(1)).doFilter(request, response, chain);

        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getContentAsString()).contains("The database cannot be reached now.");
        assertThat(chain.getRequest()).isNull();
    }

    @Test
    void remembersASignInForTheBrowserThatBeganIt() {
        PendingSignIns pending = new PendingSignIns(KEY);
        MockHttpServletResponse began = new MockHttpServletResponse();
        pending.saveAuthorizationRequest(request("state-1"), new MockHttpServletRequest(), began);

        assertThat(began.getHeader("Set-Cookie")).contains("HttpOnly").contains("SameSite=Lax");
        assertThat(pending.removeAuthorizationRequest(answer("state-1"), new MockHttpServletResponse()))
                .as("another browser")
                .isNull();
        MockHttpServletRequest wrongState = answer("state-2");
        wrongState.setCookies(began.getCookies());
        assertThat(pending.removeAuthorizationRequest(wrongState, new MockHttpServletResponse()))
                .isNull();
        MockHttpServletRequest right = answer("state-1");
        right.setCookies(began.getCookies());
        MockHttpServletResponse done = new MockHttpServletResponse();
        assertThat(new PendingSignIns(KEY).removeAuthorizationRequest(right, done))
                .as("at another instance")
                .usingRecursiveComparison()
                .isEqualTo(request("state-1"));
        assertThat(done.getHeader("Set-Cookie"))
                .contains("saga-console-sign-in=;")
                .contains("Max-Age=0");
        assertThat(new PendingSignIns(new byte[32]).removeAuthorizationRequest(right, done))
                .as("a cookie of another key")
                .isNull();
        MockHttpServletRequest forged = answer("state-1");
        forged.setCookies(new Cookie("saga-console-sign-in", "forged"));
        assertThat(pending.removeAuthorizationRequest(forged, done)).isNull();
    }

    /** Anyone may begin one: with a thousand in memory, another thousand pushed everybody out. */
    @Test
    void keepsASignInHoweverManyOthersBegin() {
        PendingSignIns pending = new PendingSignIns(KEY);
        MockHttpServletResponse began = new MockHttpServletResponse();
        pending.saveAuthorizationRequest(request("state-1"), new MockHttpServletRequest(), began);
        for (int i = 0; i < 1_100; i++) {
            pending.saveAuthorizationRequest(
                    request("other-" + i), new MockHttpServletRequest(), new MockHttpServletResponse());
        }
        MockHttpServletRequest answer = answer("state-1");
        answer.setCookies(began.getCookies());

        assertThat(pending.removeAuthorizationRequest(answer, new MockHttpServletResponse()))
                .isNotNull();
    }

    private static MockHttpServletRequest answer(String state) {
        MockHttpServletRequest answer = new MockHttpServletRequest("GET", "/console/login/oauth2/code/test");
        answer.setParameter("state", state);
        return answer;
    }

    private static OAuth2AuthorizationRequest request(String state) {
        return OAuth2AuthorizationRequest.authorizationCode()
                .authorizationUri("https://issuer.test/authorize")
                .clientId("console")
                .redirectUri("https://console.test/console/login/oauth2/code/test")
                .scope("openid")
                .attributes(attributes -> attributes.put("registration_id", "test"))
                .state(state)
                .build();
    }

    @Test
    void refusesAnIssuerThatSendsBrowsersElsewhere() {
        assertThat(new Issuers(null).isEmpty()).isTrue();
        assertThat(new Issuers(registered("{baseUrl}/console/login/oauth2/code/{registrationId}")).links())
                .containsExactly(new SignInPage.Issuer("Test", "/console/oauth2/authorization/test"));
        assertThatThrownBy(() -> new Issuers(registered("{baseUrl}/login/oauth2/code/{registrationId}")))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("registration.test.redirect-uri must be {baseUrl}/console/login/oauth2/code");
    }

    private static InMemoryClientRegistrationRepository registered(String redirectUri) {
        return new InMemoryClientRegistrationRepository(ClientRegistration.withRegistrationId("test")
                .clientId("console")
                .clientName("Test")
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .authorizationUri("https://issuer.test/authorize")
                .tokenUri("https://issuer.test/token")
                .redirectUri(redirectUri)
                .build());
    }

    @Test
    void refusesALifetimeThatIsNotPositive() {
        assertThatThrownBy(() -> new ConsoleSettings(false, true, Duration.ZERO, false, "roles"))
                .hasMessageContaining("saga.console.session-lifetime must be positive");
    }
}
