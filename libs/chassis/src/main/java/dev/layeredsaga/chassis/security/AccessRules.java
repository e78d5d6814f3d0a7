package dev.layeredsaga.chassis.security;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;

/** The access rules of a service. Paths without a rule are for operators only; health needs no token. */
@FunctionalInterface
public interface AccessRules {

    void open(AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests);
}
