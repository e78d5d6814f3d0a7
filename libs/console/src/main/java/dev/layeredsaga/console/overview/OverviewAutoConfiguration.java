package dev.layeredsaga.console.overview;

import dev.layeredsaga.engine.definition.SagaDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Import;

/** Gives the console its first screen. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(SagaDefinition.class)
@Import({OverviewController.class, LatestNumbers.class, NumberReader.class, ThroughputReader.class})
class OverviewAutoConfiguration {}
