package dev.layeredsaga.orchestrator.web;

import dev.layeredsaga.chassis.security.AccessRules;
import dev.layeredsaga.chassis.security.Caller;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/** Lets signals be given by other systems, which need not be operators: their scope is {@code sagas.signal}. */
@Configuration(proxyBeanMethods = false)
class SignalAccess {

    @Bean
    AccessRules signalsHaveAScope() {
        return requests -> requests.requestMatchers(HttpMethod.POST, "/sagas/*/signals/*")
                .hasAnyAuthority("SCOPE_sagas.signal", Caller.OPERATOR);
    }
}
