package dev.layeredsaga.engine.due;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/** Binds the due-loop's settings. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DueLoopSettings.class)
class DueLoopConfiguration {}
