package dev.layeredsaga.chassis.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.chassis.startup.RequiredServer.Finding;
import dev.layeredsaga.messaging.failure.StartupException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerWatchTest {

    private final HandTurned time = new HandTurned();
    private final List<String> lines = new ArrayList<>();

    @Test
    void goesOnAtOnceWhenEverythingIsThere() throws Exception {
        watch(30).awaitAll(List.of(comingUpAfter("Kafka", 0)));

        assertThat(lines).isEmpty();
        assertThat(time.now).isZero();
    }

    @Test
    void goesOnWhenAServerComesUpLate() throws Exception {
        watch(30).awaitAll(List.of(comingUpAfter("PostgreSQL", 3), comingUpAfter("Kafka", 2)));

        assertThat(lines)
                .containsExactly(
                        "waiting for PostgreSQL at postgresql:1 (Connection refused)",
                        "waiting for Kafka at kafka:1 (Connection refused)");
        assertThat(time.now).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void saysWhatIsMissingEveryFewSecondsOnly() throws Exception {
        watch(30).awaitAll(List.of(comingUpAfter("Kafka", 12)));

        assertThat(lines).hasSize(3);
    }

    @Test
    void givesUpWhenTimeIsUpAndNamesEachServerThatIsMissing() {
        assertThatThrownBy(
                        () -> watch(30).awaitAll(List.of(comingUpAfter("PostgreSQL", 31), comingUpAfter("Kafka", 31))))
                .isInstanceOf(StartupException.class)
                .hasMessage("PostgreSQL is not reachable at postgresql:1 (Connection refused); "
                        + "Kafka is not reachable at kafka:1 (Connection refused)");
        assertThat(time.now).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void looksOnceWhenItShallNotWait() {
        assertThatThrownBy(() -> watch(0).awaitAll(List.of(comingUpAfter("Kafka", 1))))
                .isInstanceOf(StartupException.class);
        assertThatCode(() -> watch(0).awaitAll(List.of(comingUpAfter("Kafka", 0))))
                .doesNotThrowAnyException();
        assertThat(lines).isEmpty();
    }

    @Test
    void doesNotWaitForAServerThatRefuses() {
        assertThatThrownBy(() -> watch(30).awaitAll(List.of(refusing())))
                .isInstanceOf(StartupException.class)
                .hasMessage("PostgreSQL at postgresql:1 refuses us (wrong password)");
        assertThat(time.now).isZero();
    }

    private ServerWatch watch(int seconds) {
        return new ServerWatch(Duration.ofSeconds(seconds), time, lines::add);
    }

    private RequiredServer comingUpAfter(String name, int seconds) {
        return new Pretended(name) {
            @Override
            public Finding probe() {
                return time.now.compareTo(Duration.ofSeconds(seconds)) < 0
                        ? new Finding.Missing("Connection refused")
                        : new Finding.Ready();
            }
        };
    }

    private static RequiredServer refusing() {
        return new Pretended("PostgreSQL") {
            @Override
            public Finding probe() {
                return new Finding.Refusing("wrong password");
            }
        };
    }

    private abstract static class Pretended implements RequiredServer {

        private final String name;

        Pretended(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String place() {
            return name.toLowerCase(java.util.Locale.ROOT) + ":1";
        }
    }

    private static final class HandTurned extends ServerWatch.Time {

        private Duration now = Duration.ZERO;

        @Override
        Duration now() {
            return now;
        }

        @Override
        void pass(Duration duration) {
            now = now.plus(duration);
        }
    }
}
