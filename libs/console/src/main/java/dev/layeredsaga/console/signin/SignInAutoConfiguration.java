package dev.layeredsaga.console.signin;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.messaging.failure.StartupException;
import jakarta.servlet.DispatcherType;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.SessionManagementConfigurer.SessionFixationConfigurer;
import org.springframework.security.crypto.keygen.KeyGenerators;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/** The console's own filter chain: sessions and CSRF tokens in place of bearer tokens. The APIs' chain knows nothing of it. */
// Spring Boot's chains for the service's other paths stay: they would give way to this one
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration"
        })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(SagaDefinition.class)
@EnableConfigurationProperties(ConsoleSettings.class)
@Import({ConsoleSessions.class, SignInController.class})
class SignInAutoConfiguration {

    /** Before the APIs' chain, which takes every request. */
    private static final int FIRST = 0;

    private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final String[] FOR_EVERYBODY = {"/console/assets/**", "/console/sign-in", "/console/signed-in"};

    @Bean
    Issuers issuers(ObjectProvider<ClientRegistrationRepository> configured) {
        return new Issuers(configured.getIfAvailable());
    }

    /** @throws StartupException with the profile {@code production}, where a link is no way to sign in */
    @Bean
    @ConditionalOnBooleanProperty("saga.console.local-sign-in")
    LocalSignIn localSignIn(ConsoleSettings settings, Environment environment) {
        if (environment.acceptsProfiles(Profiles.of("production"))) {
            throw new StartupException("saga.console.local-sign-in is for local use, and the profile production refuses"
                    + " it; sign in through OpenID Connect: spring.security.oauth2.client.registration.*");
        }
        return new LocalSignIn(settings.printLink());
    }

    @Bean
    @Order(FIRST)
    SecurityFilterChain consoleSecurityFilterChain(
            HttpSecurity http, ConsoleSettings settings, Issuers issuers, Pages pages, JdbcClient jdbc) {
        Denials denials = new Denials(pages);
        http.securityMatcher("/console", "/console/**")
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(session -> session.sessionFixation(SessionFixationConfigurer::newSession))
                .addFilterBefore(
                        new SessionLifetime(pages, settings.sessionLifetime()), SecurityContextHolderFilter.class)
                .headers(headers -> headers.contentSecurityPolicy(
                                policy -> policy.policyDirectives(CONTENT_SECURITY_POLICY))
                        .referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.NO_REFERRER)))
                .logout(logout -> logout.logoutUrl("/console/sign-out")
                        // the script goes there: a redirect would only replace a part of the page
                        .logoutSuccessHandler(
                                (request, response, caller) -> response.setHeader("HX-Redirect", "/console/sign-in")))
                .authorizeHttpRequests(
                        requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.ASYNC)
                                .permitAll()
                                .requestMatchers(HttpMethod.GET, FOR_EVERYBODY)
                                .permitAll()
                                .requestMatchers(HttpMethod.GET, "/console", "/console/**")
                                .hasAnyAuthority(Roles.VIEWER, Caller.OPERATOR)
                                .anyRequest()
                                .hasAuthority(Caller.OPERATOR))
                .exceptionHandling(
                        failures -> failures.authenticationEntryPoint(denials).accessDeniedHandler(denials));
        if (!issuers.isEmpty()) {
            byte[] key = settings.sessionsInDatabase()
                    ? jdbc.sql("SELECT key FROM console_key")
                            .query(byte[].class)
                            .single()
                    : KeyGenerators.secureRandom(32).generateKey();
            signInWithIssuers(http, settings, new PendingSignIns(key));
        }
        return http.build();
    }

    private static void signInWithIssuers(HttpSecurity http, ConsoleSettings settings, PendingSignIns pending) {
        http.oauth2Login(login -> login.loginPage("/console/sign-in")
                .authorizationEndpoint(
                        endpoint -> endpoint.baseUri(Issuers.AUTHORIZATION).authorizationRequestRepository(pending))
                .redirectionEndpoint(endpoint -> endpoint.baseUri(Issuers.REDIRECTION + "/*"))
                .userInfoEndpoint(endpoint -> endpoint.userAuthoritiesMapper(new Roles(settings.rolesClaim())))
                .successHandler((request, response, caller) -> response.sendRedirect("/console/signed-in"))
                .failureHandler((request, response, failure) -> response.sendRedirect("/console/sign-in?failed=yes")));
    }
}
