package dev.layeredsaga.messaging.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.messaging.topic.UsedTopics;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageMetersTest {

    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    private final MessageMeters meters = new MessageMeters(registry, List.of(new UsedTopics(Topics.ALL)));

    @Test
    void measuresForHowLongNothingHasArrived() {
        meters.arrived("news");
        clock.add(Duration.ofSeconds(30));
        meters.arrived("letters");
        clock.add(Duration.ofSeconds(10));

        assertThat(age("news")).isEqualTo(40);
        assertThat(age("letters")).isEqualTo(10);
        meters.arrived("news");
        assertThat(age("news")).isZero();
    }

    private double age(String topic) {
        return registry.get("messages.latest.age").tag("topic", topic).gauge().value();
    }
}
