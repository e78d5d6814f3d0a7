package dev.layeredsaga.orchestrator.saga.web;

import dev.layeredsaga.chassis.openapi.ApiDescription;
import dev.layeredsaga.orchestrator.web.ErrorCode;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OrchestratorApiDescription {

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription("openapi/saga-orchestrator-overlay.yaml", List.of(ErrorCode.values()));
    }
}
