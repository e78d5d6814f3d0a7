package dev.layeredsaga.orchestrator.returnsaga;

import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Brings the return saga to the engine. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReturnSettings.class)
@Import(ReturnSagas.class)
class ReturnSagaConfiguration {

    @Bean
    SagaDefinition<ReturnData> returnSaga(
            ReturnSettings settings,
            @Qualifier("inventory") Participant inventory,
            @Qualifier("payment") Participant payment) {
        return new ReturnSaga(settings, inventory, payment).definition();
    }
}
