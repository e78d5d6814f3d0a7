package dev.layeredsaga.console;

import dev.layeredsaga.chassis.autoconfigure.SecurityAutoConfiguration;
import dev.layeredsaga.chassis.security.CallerArgument;
import dev.layeredsaga.engine.definition.SagaDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Gives a service that has a saga the frame of the console. */
@AutoConfiguration(after = SecurityAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(SagaDefinition.class)
@Import({Pages.class, ConsoleAssets.class, ConsoleErrors.class, NoPageController.class})
class ConsoleAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    SagaContent sagaContent() {
        return new SagaContent() {};
    }

    /** Without it, a page's caller would be made of the request's parameters. */
    @Bean
    @ConditionalOnMissingBean
    CallerArgument callerArgument() {
        return new CallerArgument();
    }
}
