package dev.layeredsaga.starter.web;

import dev.layeredsaga.chassis.autoconfigure.HttpAutoConfiguration;
import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.DatabaseProblem;
import dev.layeredsaga.chassis.problem.ProblemAdvice;
import dev.layeredsaga.engine.SagaOperators;
import dev.layeredsaga.starter.SagaAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Serves the operators' API at {@code /sagas}. Who may use it is the service's own security to say. */
@AutoConfiguration(after = {SagaAutoConfiguration.class, HttpAutoConfiguration.class})
@ConditionalOnBean(SagaOperators.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@Import({
    SagaController.class,
    SagaActionController.class,
    SagaPauseController.class,
    SagaSignalController.class,
    SagaStartController.class,
    StartsInOpenApi.class
})
public class OperatorsAutoConfiguration {

    /** Leaves the failures of the service's own controllers alone. */
    @RestControllerAdvice(basePackageClasses = SagaController.class)
    static final class SagaProblems extends ProblemAdvice {

        SagaProblems() {
            super(new DatabaseProblem(CommonProblem.TEMPORARILY_UNAVAILABLE));
        }
    }

    @Bean
    @ConditionalOnMissingBean(ProblemAdvice.class)
    SagaProblems sagaProblems() {
        return new SagaProblems();
    }
}
