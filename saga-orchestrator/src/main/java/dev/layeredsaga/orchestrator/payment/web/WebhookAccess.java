package dev.layeredsaga.orchestrator.payment.web;

import dev.layeredsaga.chassis.security.AccessRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.authorization.AuthorizationDecision;

/** The gateway has no token: its signature identifies it. A request that does not even claim to have one is refused unread. */
@Configuration(proxyBeanMethods = false)
@Conditional(OnWebhookSecrets.class)
class WebhookAccess {

    @Bean
    AccessRules webhooksAreOpen() {
        return requests -> requests.requestMatchers(HttpMethod.POST, "/payments/webhooks")
                .access((caller, context) -> new AuthorizationDecision(WebhookController.SIGNATURE.stream()
                        .allMatch(name -> context.getRequest().getHeader(name) != null)));
    }
}
