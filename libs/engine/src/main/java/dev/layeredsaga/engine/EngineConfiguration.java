package dev.layeredsaga.engine;

import static java.util.Objects.requireNonNull;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.PolicySettings;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.engine.local.CallSettings;
import dev.layeredsaga.engine.local.LocalSteps;
import dev.layeredsaga.engine.query.SagaDetails;
import dev.layeredsaga.engine.query.SagaGauges;
import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.engine.query.SagaThroughput;
import dev.layeredsaga.engine.query.UnfinishedSagas;
import dev.layeredsaga.engine.state.DueTimes;
import dev.layeredsaga.engine.state.SagaHistory;
import dev.layeredsaga.engine.state.SagaLocks;
import dev.layeredsaga.engine.state.SagaStandings;
import dev.layeredsaga.engine.state.SagaStore;
import dev.layeredsaga.engine.state.SagaTable;
import dev.layeredsaga.engine.state.SignalTable;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.topic.UsedTopics;
import dev.layeredsaga.messaging.trace.Tracing;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** Puts the engine together, without its loops and listeners. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({UndrivableSettings.class, PolicySettings.class, CallSettings.class})
@Import({
    DueTimes.class,
    SagaTable.class,
    SagaHistory.class,
    SignalTable.class,
    SagaLocks.class,
    SagaQueries.class,
    SagaDetails.class,
    SagaThroughput.class,
    UnfinishedSagas.class,
    SagaStandings.class,
    SagaGauges.class,
    SagaOperators.class,
    Sagas.class,
    SagaPauses.class,
    SagaSignals.class,
    VerifiedReplies.class,
    VersionsInFlight.class,
    LocalSteps.class
})
public class EngineConfiguration {

    @Bean
    EngineParts engineParts(
            Outbox outbox,
            SagaHistory history,
            SignalTable signals,
            List<SagaDefinition<?>> definitions,
            MeterRegistry meters,
            Tracing tracing,
            ObjectProvider<LocalParticipant> localParticipants,
            ReplyProofs proofs) {
        return new EngineParts(
                outbox,
                history,
                signals,
                new SagaMeters(meters, definitions),
                tracing,
                () -> localParticipants.stream().toList(),
                proofs);
    }

    @Bean
    UsedTopics sagaTopics(List<SagaDefinition<?>> definitions, ObjectProvider<Participant> participants) {
        Stream<String> commands = participants.stream()
                .filter(Participant.Remote.class::isInstance)
                .map(participant -> ((Participant.Remote) participant).topic());
        Stream<String> events = definitions.stream().map(SagaDefinition::topic);
        return new UsedTopics(Stream.of(Stream.of(Topics.SAGA_REPLIES), events, commands)
                .flatMap(names -> names)
                .toList());
    }

    /** Made with the tables, and shared by all instances. */
    @Bean
    ReplyProofs replyProofs(JdbcTemplate jdbc) {
        return new ReplyProofs(requireNonNull(jdbc.queryForObject("SELECT key FROM reply_key", byte[].class)));
    }

    @Bean
    SagaDefinitions sagaDefinitions(
            List<SagaDefinition<?>> definitions, ObjectProvider<Participant> participants, PolicySettings settings) {
        return new SagaDefinitions(definitions, participants.stream().toList(), settings);
    }

    @Bean
    SagaEngine sagaEngine(
            SagaDefinitions definitions, SagaStore sagas, EngineParts parts, UndrivableSettings undrivable) {
        return new SagaEngine(definitions, sagas, parts, undrivable);
    }
}
