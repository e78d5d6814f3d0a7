package dev.layeredsaga.chassis.autoconfigure;

import dev.layeredsaga.chassis.http.ConcurrencyLimit;
import dev.layeredsaga.chassis.ratelimit.RateLimitFilter;
import dev.layeredsaga.chassis.ratelimit.RateLimitProperties;
import dev.layeredsaga.chassis.ratelimit.RateLimits;
import dev.layeredsaga.chassis.security.AccessRules;
import dev.layeredsaga.chassis.security.AllowedOrigins;
import dev.layeredsaga.chassis.security.CachingJwtDecoder;
import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.security.CallerArgument;
import dev.layeredsaga.chassis.security.SecurityProblems;
import dev.layeredsaga.messaging.failure.StartupException;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.web.filter.CorsFilter;

/** Requires a bearer token on every path except health, the API description and what leads to it. On by default; cannot be turned off. */
@AutoConfiguration(
        beforeName =
                "org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration",
        afterName =
                "org.springframework.boot.security.oauth2.server.resource.autoconfigure.servlet.OAuth2ResourceServerAutoConfiguration")
@ConditionalOnClass({SecurityFilterChain.class, JwtDecoder.class})
@EnableConfigurationProperties(RateLimitProperties.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty("http.managed")
public class SecurityAutoConfiguration {

    private static final String JWT = "spring.security.oauth2.resourceserver.jwt";

    /** Health, and the API description, which a browser is led to from {@code /}. */
    private static final String[] FOR_EVERYBODY = {
        "/",
        "/actuator/health",
        "/actuator/health/**",
        "/openapi",
        "/openapi/**",
        "/openapi.yaml",
        "/docs",
        "/swagger-ui/**"
    };

    private static final String[] FOR_WATCHERS = {"/actuator/prometheus", "/actuator/metrics", "/actuator/metrics/**"};

    /**
     * {@code http.allowed-origins} are those whose pages may use the service from a browser; default none.
     *
     * @throws StartupException if no setting configures the check of tokens, or an allowed origin is none
     */
    @Bean
    SecurityFilterChain serviceSecurityFilterChain(
            HttpSecurity http,
            ObjectProvider<JwtDecoder> tokens,
            ObjectProvider<AccessRules> rules,
            RateLimitProperties rates,
            @Value("${http.allowed-origins:}") List<String> origins) {
        JwtDecoder decoder = tokens.getIfAvailable();
        if (decoder == null) {
            throw new StartupException("nothing says how to check bearer tokens; set " + JWT + ".issuer-uri, "
                    + ".jwk-set-uri or .public-key-location");
        }
        CorsFilter cors = new AllowedOrigins(origins).filter();
        if (cors != null) {
            http.addFilter(cors);
        }
        SecurityProblems problems = new SecurityProblems();
        return http.sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                // no cookies, so a browser sends no credentials by itself
                .csrf(AbstractHttpConfigurer::disable)
                .cors(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .authorizeHttpRequests(requests -> {
                    requests.dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.ASYNC)
                            .permitAll()
                            .requestMatchers(HttpMethod.GET, FOR_EVERYBODY)
                            .permitAll()
                            .requestMatchers(HttpMethod.HEAD, FOR_EVERYBODY)
                            .permitAll()
                            .requestMatchers(HttpMethod.GET, FOR_WATCHERS)
                            .hasAnyAuthority(Caller.METRICS, Caller.OPERATOR);
                    rules.orderedStream().forEach(rule -> rule.open(requests));
                    requests.anyRequest().hasAuthority(Caller.OPERATOR);
                })
                .oauth2ResourceServer(server -> server.jwt(jwt -> jwt.decoder(new CachingJwtDecoder(decoder)))
                        .authenticationEntryPoint(problems)
                        .accessDeniedHandler(problems))
                .addFilterAfter(new RateLimitFilter(new RateLimits(rates)), BearerTokenAuthenticationFilter.class)
                .exceptionHandling(
                        failures -> failures.authenticationEntryPoint(problems).accessDeniedHandler(problems))
                .build();
    }

    /** {@code http.max-concurrent-requests} limits the concurrent requests; default 500, which fit into 256 MiB. */
    @Bean
    ConcurrencyLimit concurrencyLimit(@Value("${http.max-concurrent-requests:500}") int most) {
        return new ConcurrencyLimit(most);
    }

    /** Accepts access tokens of these types or without a type (RFC 7519, section 5.1; RFC 9068, section 2.1). */
    @Bean
    JwtTypeValidator jwtTypes() {
        JwtTypeValidator types = new JwtTypeValidator(List.of("JWT", "at+jwt", "application/at+jwt"));
        types.setAllowEmpty(true);
        return types;
    }

    /** Accepts tokens that name their caller, in the claim of Spring Boot's setting: one without a name would own nothing, or all. */
    @Bean
    JwtClaimValidator<Object> namedCallers(@Value("${" + JWT + ".principal-claim-name:sub}") String claim) {
        return new JwtClaimValidator<>(claim, name -> name instanceof String text && !text.isBlank());
    }

    @Bean
    HttpFirewall headerFirewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setAllowedHeaderValues(value -> true); // RequestSyntaxFilter has checked them
        return firewall;
    }

    /** Requests are timed and traced as a whole; observing each security filter costs more than the filter itself. */
    @Bean
    SecurityObservationSettings securityObservations() {
        return SecurityObservationSettings.noObservations();
    }

    @Bean
    CallerArgument callerArgument() {
        return new CallerArgument();
    }
}
