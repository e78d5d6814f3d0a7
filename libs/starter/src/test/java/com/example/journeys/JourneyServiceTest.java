package com.example.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

/** A service with local steps and a call; without Spring Security, and without springdoc as well as with it. */
class JourneyServiceTest {

    private final TestDatabase database = SharedInfrastructure.freshDatabase("journeys");
    private final Bank bank = Bank.open();
    private final WebApplicationContextRunner service = new WebApplicationContextRunner()
            .withInitializer(
                    context -> context.getBeanFactory().setConversionService(new ApplicationConversionService()))
            .withUserConfiguration(JourneyService.class)
            .withPropertyValues(
                    "bank=" + bank.url(),
                    "messaging.kafka.enabled=false",
                    "spring.datasource.url=" + database.jdbcUrl(),
                    "spring.datasource.username=" + database.user(),
                    "spring.datasource.password=" + database.password());

    JourneyServiceTest() throws IOException {}

    @AfterEach
    void close() {
        bank.close();
    }

    @Test
    void drivesItsSagasWithoutSpringdoc() {
        assertThat(ClassUtils.isPresent("org.springframework.security.web.SecurityFilterChain", null))
                .isFalse();
        service.withPropertyValues("springdoc.api-docs.enabled=false")
                .withClassLoader(new FilteredClassLoader(OpenApiCustomizer.class))
                .run(context -> {
                    assertThat(context)
                            .hasBean("dev.layeredsaga.starter.web.SagaStartController")
                            .doesNotHaveBean("startableSagas");
                    assertEnds(context, "Ada", SagaStatus.COMPLETED);
                    UUID refused = assertEnds(context, "Bob", SagaStatus.COMPENSATED);
                    assertThat(bank.refunds()).containsExactly(refused + "/pay");
                });
    }

    @Test
    void describesTheStartsOfSagasWithSpringdoc() {
        service.run(context -> assertThat(context).hasBean("startableSagas"));
    }

    private static UUID assertEnds(ApplicationContext context, String traveller, SagaStatus status) {
        UUID journey = context.getBean(JourneyService.Journeys.class).book(traveller);
        SagaQueries sagas = context.getBean(SagaQueries.class);
        await().until(() -> sagas.find(journey).orElseThrow().status() == status);
        return journey;
    }
}
