package dev.layeredsaga.testbed.bench.outbox;

import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Our outbox as the services use it. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class OwnRelay {

    @Bean
    Publisher publisher(Outbox outbox, @Value("${bench.topic}") String topic) {
        return notes -> notes.forEach(note -> outbox.publish(OutgoingMessage.of(topic, note.key(), note)));
    }
}
