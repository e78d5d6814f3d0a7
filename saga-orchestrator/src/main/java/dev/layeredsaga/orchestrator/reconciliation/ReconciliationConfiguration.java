package dev.layeredsaga.orchestrator.reconciliation;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/** Brings the engine and the participant's records together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReconciliationSettings.class)
class ReconciliationConfiguration {}
