package dev.layeredsaga.engine.due;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Adds the due-loop. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DueLoopSettings.class)
@Import({DueSagas.class, DueLoop.class})
public class DueLoopConfiguration {}
