package dev.layeredsaga.orchestrator.payment.web;

import dev.layeredsaga.orchestrator.payment.StubPolicy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WebhookSecrets.class)
class WebhookConfiguration {

    @Bean
    StubPolicy stubPolicy(Environment environment) {
        return StubPolicy.of(environment);
    }
}
