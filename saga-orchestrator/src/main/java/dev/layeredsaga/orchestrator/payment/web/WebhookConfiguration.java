package dev.layeredsaga.orchestrator.payment.web;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WebhookSecrets.class)
class WebhookConfiguration {}
