package dev.layeredsaga.orchestrator.web;

import dev.layeredsaga.chassis.openapi.ApiDescription;
import dev.layeredsaga.chassis.problem.ProblemCode;
import dev.layeredsaga.starter.web.SagaProblem;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OrchestratorApiDescription {

    @Bean
    ApiDescription apiDescription() {
        List<ProblemCode> problems = new ArrayList<>(List.of(ErrorCode.values()));
        problems.addAll(List.of(SagaProblem.values()));
        return new ApiDescription("openapi/saga-orchestrator-overlay.yaml", problems);
    }
}
