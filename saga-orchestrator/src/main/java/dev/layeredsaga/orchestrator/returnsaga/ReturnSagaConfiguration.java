package dev.layeredsaga.orchestrator.returnsaga;

import dev.layeredsaga.engine.Sagas;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.messaging.failure.StartupException;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Brings the return saga to the engine. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReturnSettings.class)
class ReturnSagaConfiguration {

    /** @throws StartupException if an order's payment is forgotten while the order can be returned */
    @Bean
    SagaDefinition<ReturnData> returnSaga(
            ReturnSettings settings,
            @Value("${saga.retention.keep:30d}") Duration keep,
            @Qualifier("inventory") Participant inventory,
            @Qualifier("payment") Participant payment) {
        StartupException.requireLonger(
                "saga.retention.keep",
                keep,
                "orchestrator.returns.window, orchestrator.returns.goods-timeout and a day",
                settings.longest());
        return new ReturnSaga(settings, inventory, payment).definition();
    }

    @Bean
    ReturnSagas returnSagas(Sagas sagas, SagaDefinition<ReturnData> definition) {
        return request -> {
            Sagas.Start unused = sagas.start(definition, request.returnId(), ReturnData.of(request));
        };
    }
}
