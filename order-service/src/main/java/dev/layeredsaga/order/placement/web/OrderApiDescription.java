package dev.layeredsaga.order.placement.web;

import dev.layeredsaga.chassis.openapi.ApiDescription;
import dev.layeredsaga.chassis.problem.ProblemCode;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.order.web.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OrderApiDescription {

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription("openapi/order-service-overlay.yaml", problems());
    }

    private static List<ProblemCode> problems() {
        Stream<ProblemCode> ofRequests = Arrays.stream(ErrorCode.values());
        Stream<ProblemCode> ofOrders =
                Arrays.stream(ReasonCode.values()).map(reason -> new OrderAnswers.NotConfirmed(reason, null));
        return Stream.concat(ofRequests, ofOrders).toList();
    }
}
