package dev.layeredsaga.engine.due;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.layeredsaga.engine.EngineOnDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A saga whose command cannot be made: it throws whenever it is driven. */
class FailingSagaTest {

    private final EngineOnDatabase database = EngineOnDatabase.empty();
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.layeredsaga.engine.SagaDriver");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
    }

    @Test
    void holdsUpNeitherItsBatchNorThoseBehindIt() {
        UUID cursed = cursedTripAheadOfAll();
        List<UUID> others = IntStream.range(0, 24)
                .mapToObj(i -> database.tripDueSince(Duration.ofSeconds(24 - i)))
                .toList();

        database.loop().tick();

        assertThat(others)
                .allSatisfy(id -> assertThat(database.saga(id).attempt()).isEqualTo(2));
        assertThat(database.saga(cursed).attempt()).isEqualTo(1);
    }

    @Tag("timing")
    @Test
    void isTriedAgainAfterAPauseAndNamedOncePerTry() {
        UUID cursed = cursedTripAheadOfAll();
        database.tripDueSince(Duration.ofSeconds(1));

        database.loop().tick();

        assertThat(database.saga(cursed).nextAttemptAt())
                .isBetween(Instant.now().minusSeconds(8), Instant.now().plusSeconds(2));
        assertThat(warningsNaming(cursed)).isEqualTo(1);

        database.due(cursed, Duration.ZERO);
        database.loop().tick();
        assertThat(warningsNaming(cursed)).isEqualTo(2);
    }

    private UUID cursedTripAheadOfAll() {
        return database.due(database.startedCursedTrip(), Duration.ofSeconds(60));
    }

    private long warningsNaming(UUID id) {
        return log.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .filter(event -> event.getFormattedMessage().contains(id.toString()))
                .count();
    }
}
