package dev.layeredsaga.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.chassis.security.Caller;
import dev.layeredsaga.chassis.security.CallerArgument;
import dev.layeredsaga.engine.definition.SagaDefinition;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.util.ClassUtils;

class AutoConfigurationTest {

    private static final String SERVICES_OWN = "trips";

    private record Trip() {}

    /** The services of one JVM have one class path. */
    @Test
    void leavesAServiceWithoutSagasAlone() {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(all()))
                .run(context -> assertNothingIsOurs(context));
    }

    @Test
    void leavesAServiceWithoutHttpAlone() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(all()))
                .withBean(SERVICES_OWN, SagaDefinition.class, () -> SagaDefinition.saga("trip", 1, Trip.class))
                .run(context -> assertNothingIsOurs(context));
    }

    private static Class<?>[] all() {
        Class<?>[] all = ImportCandidates.load(AutoConfiguration.class, null).getCandidates().stream()
                .filter(name -> name.startsWith("dev.layeredsaga.console."))
                .map(name -> ClassUtils.resolveClassName(name, null))
                .toArray(Class<?>[]::new);
        assertThat(all).hasSize(4);
        return all;
    }

    private static void assertNothingIsOurs(ApplicationContext context) {
        assertThat(Stream.of(context.getBeanDefinitionNames())
                        .filter(name -> !name.equals(SERVICES_OWN))
                        .filter(name -> String.valueOf(context.getType(name)).contains("dev.layeredsaga.")))
                .isEmpty();
    }

    @Test
    void leadsToThePagesOfTheService() {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ConsoleAutoConfiguration.class))
                .withBean(SagaDefinition.class, () -> SagaDefinition.saga("trip", 1, Trip.class))
                .withBean(ConsolePage.class, () -> new ConsolePage("Hotels", "/console/hotels"))
                .run(context -> {
                    assertThat(context).hasSingleBean(CallerArgument.class);
                    assertThat(context.getBean(Pages.class)
                                    .shell("Sagas", new Caller("kim", true), new DefaultCsrfToken("h", "p", "csrf")))
                            .returns(List.of(new ConsolePage("Hotels", "/console/hotels")), Shell::further)
                            .returns("Saga", Shell::searchHint);
                });
    }
}
