package dev.layeredsaga.messaging.security;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;

/** What a service opens to whom. What no rule opens is for operators; its health is for everybody. */
@FunctionalInterface
public interface AccessRules {

    void open(AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests);
}
