package dev.layeredsaga.inventory.web;

import dev.layeredsaga.chassis.openapi.ApiDescription;
import dev.layeredsaga.chassis.problem.DatabaseProblem;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class InventoryApiDescription {

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription("openapi/inventory-service-overlay.yaml", List.of(ErrorCode.values()));
    }

    @Bean
    DatabaseProblem databaseProblem() {
        return new DatabaseProblem(ErrorCode.DATABASE_UNAVAILABLE);
    }
}
