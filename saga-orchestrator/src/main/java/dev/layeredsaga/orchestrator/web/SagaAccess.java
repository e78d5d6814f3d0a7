package dev.layeredsaga.orchestrator.web;

import dev.layeredsaga.chassis.security.AccessRules;
import dev.layeredsaga.chassis.security.Caller;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/** Lets other systems start sagas and give signals, which need not be operators: their scopes are {@code sagas.start} and {@code sagas.signal}. */
@Configuration(proxyBeanMethods = false)
class SagaAccess {

    @Bean
    AccessRules sagasHaveScopes() {
        return requests -> requests.requestMatchers(HttpMethod.POST, "/sagas/actions")
                .hasAuthority(Caller.OPERATOR)
                .requestMatchers(HttpMethod.POST, "/sagas/*")
                .hasAnyAuthority("SCOPE_sagas.start", Caller.OPERATOR)
                .requestMatchers(HttpMethod.POST, "/sagas/*/signals/*")
                .hasAnyAuthority("SCOPE_sagas.signal", Caller.OPERATOR);
    }
}
