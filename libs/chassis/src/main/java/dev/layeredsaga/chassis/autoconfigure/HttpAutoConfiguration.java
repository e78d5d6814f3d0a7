package dev.layeredsaga.chassis.autoconfigure;

import dev.layeredsaga.chassis.http.BodyFilter;
import dev.layeredsaga.chassis.http.RequestSyntaxFilter;
import dev.layeredsaga.chassis.http.SagaIdMdc;
import dev.layeredsaga.chassis.http.StrictParameters;
import dev.layeredsaga.chassis.http.UnreadPreconditions;
import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.DatabaseProblem;
import dev.layeredsaga.chassis.problem.ProblemAdvice;
import io.micrometer.observation.ObservationPredicate;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.util.unit.DataSize;
import org.springframework.web.servlet.handler.MappedInterceptor;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.type.LogicalType;

/** Configures the parts that all HTTP APIs have in common. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@Import({RequestSyntaxFilter.class, ProblemAdvice.class, StrictParameters.class, SagaIdMdc.class})
@ConditionalOnBooleanProperty("http.managed")
public class HttpAutoConfiguration {

    /**
     * {@code http.body-timeout} limits the time in which a body must arrive, default 10 s, and {@code http.max-buffered-bodies} the
     * memory of all buffered bodies together, default 16 MB.
     */
    @Bean
    BodyFilter bodyFilter(
            @Value("${http.body-timeout:10s}") Duration timeout,
            @Value("${http.max-buffered-bodies:16MB}") DataSize maxBuffered) {
        return new BodyFilter(timeout, Math.toIntExact(maxBuffered.toKilobytes()));
    }

    @Bean
    @ConditionalOnMissingBean
    DatabaseProblem databaseProblem() {
        return new DatabaseProblem(CommonProblem.TEMPORARILY_UNAVAILABLE);
    }

    /** Mapped, as the actuator's operations have no other interceptors. */
    @Bean
    MappedInterceptor unreadPreconditions() {
        return new MappedInterceptor(null, new UnreadPreconditions());
    }

    /** Refuses a number or a boolean in place of a text; no property does this. */
    @Bean
    JsonMapperBuilderCustomizer textsAreTexts() {
        return json -> json.withCoercionConfig(
                LogicalType.Textual,
                texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
    }

    /** Excludes actuator requests from traces. */
    @Bean
    ObservationPredicate businessOnly() {
        return (name, context) -> !(context instanceof ServerRequestObservationContext request)
                || request.getCarrier() == null
                || !request.getCarrier().getRequestURI().startsWith("/actuator");
    }
}
