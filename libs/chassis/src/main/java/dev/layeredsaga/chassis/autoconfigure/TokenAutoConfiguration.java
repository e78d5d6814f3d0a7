package dev.layeredsaga.chassis.autoconfigure;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import dev.layeredsaga.chassis.security.IssuerKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.util.StringUtils;

/**
 * Checks tokens by the keys that their issuer publishes, with Spring Boot's settings. Boot's own decoder fetches keys within requests, once
 * for every request with an unknown key.
 */
@AutoConfiguration(
        beforeName =
                "org.springframework.boot.security.oauth2.server.resource.autoconfigure.servlet.OAuth2ResourceServerAutoConfiguration")
@ConditionalOnClass({JwtDecoder.class, OAuth2ResourceServerProperties.class})
@Conditional(TokenAutoConfiguration.OnPublishedKeys.class)
@EnableConfigurationProperties(OAuth2ResourceServerProperties.class)
@ConditionalOnBooleanProperty("http.managed")
public class TokenAutoConfiguration {

    /** As Boot does, passes over a setting without text. */
    static final class OnPublishedKeys implements Condition {

        private static final String JWT = "spring.security.oauth2.resourceserver.jwt.";

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata annotations) {
            Environment settings = context.getEnvironment();
            return StringUtils.hasText(settings.getProperty(JWT + "issuer-uri"))
                    || StringUtils.hasText(settings.getProperty(JWT + "jwk-set-uri"));
        }
    }

    @Bean
    IssuerKeys issuerKeys(OAuth2ResourceServerProperties properties) {
        OAuth2ResourceServerProperties.Jwt jwt = properties.getJwt();
        String address = jwt.getJwkSetUri();
        return StringUtils.hasText(address)
                ? IssuerKeys.at(address)
                : IssuerKeys.ofIssuer(Objects.requireNonNull(jwt.getIssuerUri()));
    }

    /** Closed with the context, which ends its threads. */
    @Bean
    JWKSource<SecurityContext> cachedIssuerKeys(IssuerKeys keys) {
        return keys.cached();
    }

    @Bean
    @ConditionalOnMissingBean
    JwtDecoder jwtDecoder(
            IssuerKeys keys,
            JWKSource<SecurityContext> cachedIssuerKeys,
            OAuth2ResourceServerProperties properties,
            ObjectProvider<OAuth2TokenValidator<Jwt>> validators) {
        OAuth2ResourceServerProperties.Jwt jwt = properties.getJwt();
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSource(cachedIssuerKeys)
                .jwsAlgorithms(algorithms -> jwt.getJwsAlgorithms().stream()
                        .map(SignatureAlgorithm::from)
                        .forEach(algorithms::add))
                // a validator of ours checks the type
                .jwtProcessorCustomizer(processor -> processor.setJWSTypeVerifier((type, context) -> {}))
                .build();
        List<OAuth2TokenValidator<Jwt>> all =
                new ArrayList<>(validators.orderedStream().toList());
        String issuer = jwt.getIssuerUri();
        if (StringUtils.hasText(issuer)) {
            all.add(new JwtIssuerValidator(issuer));
        }
        if (!jwt.getAudiences().isEmpty()) {
            all.add(new JwtClaimValidator<List<String>>(
                    JwtClaimNames.AUD,
                    given -> given != null && given.stream().anyMatch(jwt.getAudiences()::contains)));
        }
        decoder.setJwtValidator(JwtValidators.createDefaultWithValidators(all));
        return token -> keys.verify(token, decoder);
    }
}
