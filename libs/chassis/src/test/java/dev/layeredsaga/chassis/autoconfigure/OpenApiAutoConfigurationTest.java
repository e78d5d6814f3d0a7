package dev.layeredsaga.chassis.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.chassis.openapi.ApiDescription;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

class OpenApiAutoConfigurationTest {

    private final WebApplicationContextRunner service = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(OpenApiAutoConfiguration.class))
            .withBean(ApiDescription.class, () -> new ApiDescription("openapi/test-overlay.yaml", List.of()));

    @Test
    void leadsToTheDescriptionOnlyIfThereIsOne() {
        service.withPropertyValues("springdoc.swagger-ui.enabled=true")
                .run(context -> assertThat(context).hasBean("rootPage"));
        service.withPropertyValues("springdoc.swagger-ui.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("rootPage"));
    }

    @Test
    void leavesTheWayToAPageOfItsOwnToTheService() {
        service.withPropertyValues("springdoc.swagger-ui.enabled=true")
                .withBean("rootPage", String.class, () -> "the service's")
                .run(context -> assertThat(context).getBean("rootPage").isEqualTo("the service's"));
    }
}
