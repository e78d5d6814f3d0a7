package dev.layeredsaga.engine;

import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.trace.Tracing;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Puts the engine together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(UndrivableSettings.class)
class EngineConfiguration {

    @Bean
    SagaDefinitions sagaDefinitions(List<SagaDefinition<?>> definitions, List<Participant> participants) {
        return new SagaDefinitions(definitions, participants);
    }

    @Bean
    SagaTable sagaTable(JdbcTemplate jdbc) {
        return new SagaTable(jdbc);
    }

    @Bean
    SagaLocks sagaLocks(JdbcTemplate jdbc) {
        return new SagaLocks(jdbc);
    }

    @Bean
    SagaHistory sagaHistory(JdbcTemplate jdbc) {
        return new SagaHistory(jdbc);
    }

    @Bean
    EngineParts engineParts(
            Outbox outbox,
            SagaHistory history,
            List<SagaDefinition<?>> definitions,
            MeterRegistry meters,
            Tracing tracing,
            ObjectProvider<LocalParticipant> localParticipants) {
        return new EngineParts(
                outbox,
                history,
                new SagaMeters(meters, definitions),
                tracing,
                () -> localParticipants.stream().toList());
    }

    @Bean
    SagaQueries sagaQueries(JdbcClient jdbc, SagaDefinitions definitions, SagaHistory history) {
        return new SagaQueries(jdbc, definitions, history);
    }

    @Bean
    SagaDetails sagaDetails(JdbcClient jdbc, SagaHistory history) {
        return new SagaDetails(jdbc, history);
    }

    @Bean
    SagaThroughput sagaThroughput(JdbcClient jdbc) {
        return new SagaThroughput(jdbc);
    }

    @Bean
    UnfinishedSagas unfinishedSagas(JdbcClient jdbc) {
        return new UnfinishedSagas(jdbc);
    }

    /** @param patience how long a compensation is tried before a person is asked; default 5 minutes */
    @Bean
    SagaEngine sagaEngine(
            SagaDefinitions definitions,
            SagaTable sagas,
            EngineParts parts,
            @Value("${orchestrator.compensation-patience:5m}") Duration patience,
            UndrivableSettings undrivable) {
        return new SagaEngine(definitions, sagas, parts, patience, undrivable);
    }

    @Bean
    SagaOperators sagaOperators(SagaEngine engine, SagaQueries sagas, TransactionOperations transaction) {
        return new SagaOperators(engine, sagas, transaction);
    }
}
