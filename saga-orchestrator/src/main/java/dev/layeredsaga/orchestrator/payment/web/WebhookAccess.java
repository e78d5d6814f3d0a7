package dev.layeredsaga.orchestrator.payment.web;

import dev.layeredsaga.chassis.security.AccessRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/** The gateway has no token: its signature tells who it is. */
@Configuration(proxyBeanMethods = false)
class WebhookAccess {

    @Bean
    AccessRules webhooksAreOpen() {
        return requests ->
                requests.requestMatchers(HttpMethod.POST, "/payments/webhooks").permitAll();
    }
}
