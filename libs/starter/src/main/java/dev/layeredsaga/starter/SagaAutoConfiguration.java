package dev.layeredsaga.starter;

import com.zaxxer.hikari.HikariDataSource;
import dev.layeredsaga.engine.EngineConfiguration;
import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.engine.definition.Participant;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.due.DueLoopConfiguration;
import dev.layeredsaga.engine.kafka.SagaReplies;
import dev.layeredsaga.engine.retention.RetentionConfiguration;
import dev.layeredsaga.messaging.autoconfigure.MessagingAutoConfiguration;
import dev.layeredsaga.messaging.failure.StartupException;
import javax.sql.DataSource;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Drives the sagas of every {@link SagaDefinition} that is a bean. Without one it does nothing. */
@AutoConfiguration(before = MessagingAutoConfiguration.class)
@ConditionalOnBean(SagaDefinition.class)
@Import({EngineConfiguration.class, DueLoopConfiguration.class, RetentionConfiguration.class})
public class SagaAutoConfiguration {

    private static final String SCHEMA = "${saga.schema:layered_saga}";

    /** {@code saga.schema} is the schema of the engine's tables; default {@code layered_saga}. */
    @Bean
    static BeanPostProcessor engineSearchPath(Environment settings) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String beanName) {
                if (bean instanceof HikariDataSource pool) {
                    EngineSchema.addToSearchPath(pool, settings.resolvePlaceholders(SCHEMA));
                }
                return bean;
            }
        };
    }

    @Bean
    EngineSchema engineSchema(
            DataSource database, ObjectProvider<JdbcConnectionDetails> details, Environment settings) {
        return new EngineSchema(
                settings.resolvePlaceholders(SCHEMA),
                database,
                flyway -> connect(flyway, database, details.getIfAvailable(), settings));
    }

    /** On a connection of its own if possible, as a migration may take its time; as the user of the service's own Flyway, if it has one. */
    private static void connect(
            FluentConfiguration flyway,
            DataSource database,
            @Nullable JdbcConnectionDetails details,
            Environment settings) {
        if (details == null) {
            flyway.dataSource(database);
            return;
        }
        flyway.dataSource(
                        setting(settings, "url", details.getJdbcUrl()),
                        setting(settings, "user", details.getUsername()),
                        setting(settings, "password", details.getPassword()))
                .connectRetries(settings.getProperty("spring.flyway.connect-retries", Integer.class, 0))
                .connectRetriesInterval(2);
    }

    private static @Nullable String setting(Environment settings, String name, @Nullable String otherwise) {
        String own = settings.getProperty("spring.flyway." + name);
        return own == null ? otherwise : own;
    }

    /** Refuses to start with a participant that does not exist. */
    @Bean
    SmartInitializingSingleton participantsAreThere(
            ObjectProvider<Participant> participants,
            ObjectProvider<LocalParticipant> here,
            @Value("${messaging.kafka.enabled:true}") boolean kafka) {
        return () -> participants.forEach(participant -> {
            switch (participant) {
                case Participant.Local local ->
                    require(
                            here.stream().anyMatch(one -> one.name().equals(local.name())),
                            participant,
                            "local, and no LocalParticipant has its name");
                case Participant.Remote remote ->
                    require(kafka, participant, "remote, and messaging.kafka.enabled is false");
            }
        });
    }

    private static void require(boolean holds, Participant participant, String problem) {
        if (!holds) {
            throw new StartupException("participant '" + participant.name() + "' is " + problem);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "messaging.kafka.enabled", matchIfMissing = true)
    @Import(SagaReplies.class)
    static class Remote {}
}
