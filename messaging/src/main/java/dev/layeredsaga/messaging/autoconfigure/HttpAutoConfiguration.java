package dev.layeredsaga.messaging.autoconfigure;

import dev.layeredsaga.messaging.http.BodyFilter;
import dev.layeredsaga.messaging.http.ConcurrencyLimit;
import dev.layeredsaga.messaging.http.RequestSyntaxFilter;
import dev.layeredsaga.messaging.http.SagaIdInLog;
import dev.layeredsaga.messaging.http.StrictParameters;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.type.LogicalType;

/** Gives a service with an HTTP API what holds for all of them. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class HttpAutoConfiguration {

    /**
     * {@code http.body-timeout} is how long a body may take to arrive, default 10 s, and {@code http.max-buffered-bodies} how much memory
     * all of them may take at a time, default 16 MB.
     */
    @Bean
    BodyFilter bodyFilter(
            @Value("${http.body-timeout:10s}") Duration timeout,
            @Value("${http.max-buffered-bodies:16MB}") DataSize maxBuffered) {
        return new BodyFilter(timeout, Math.toIntExact(maxBuffered.toKilobytes()));
    }

    @Bean
    RequestSyntaxFilter requestSyntaxFilter() {
        return new RequestSyntaxFilter();
    }

    /** How many requests a service has at once is {@code http.max-concurrent-requests}; default 500, what 256 MiB bear. */
    @Bean
    ConcurrencyLimit concurrencyLimit(@Value("${http.max-concurrent-requests:500}") int most) {
        return new ConcurrencyLimit(most);
    }

    @Bean
    StrictParameters strictParameters() {
        return new StrictParameters();
    }

    @Bean
    SagaIdInLog sagaIdInLog() {
        return new SagaIdInLog();
    }

    /** What no setting says: a number is not a text. */
    @Bean
    JsonMapperBuilderCustomizer textsAreTexts() {
        return json -> json.withCoercionConfig(
                LogicalType.Textual,
                texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
    }
}
