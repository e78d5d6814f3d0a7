package dev.layeredsaga.orchestrator.payment.web;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Enables the webhook address, which needs a secret to verify signatures. */
final class OnWebhookSecrets implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return Binder.get(context.getEnvironment())
                .bind("orchestrator.payment-gateway.webhook-secrets", String[].class)
                .map(secrets -> secrets.length > 0)
                .orElse(false);
    }
}
