package dev.layeredsaga.orchestrator.console.demo;

import dev.layeredsaga.console.ConsolePage;
import dev.layeredsaga.console.Pages;
import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.orchestrator.console.peer.Peers;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** Has the panel of demonstrations if {@code saga.console.demo} is set. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("saga.console.demo")
class DemoConfiguration {

    /** @throws StartupException with the profile {@code production}, where no orders are placed to see them fail */
    @Bean
    DemoController demoController(Pages pages, Peers peers, Environment environment) {
        if (environment.acceptsProfiles(Profiles.of("production"))) {
            throw new StartupException(
                    "saga.console.demo places orders and sets the gateway's faults, and the profile production refuses it");
        }
        return new DemoController(pages, peers);
    }

    @Bean
    ConsolePage demoPage() {
        return new ConsolePage("Demo", "/console/demo");
    }
}
