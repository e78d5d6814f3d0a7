package dev.layeredsaga.testbed.bench.outbox;

import dev.layeredsaga.messaging.autoconfigure.MessagingAutoConfiguration;
import io.namastack.outbox.Outbox;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaOperations;

/** Namastack Outbox, without any of our messaging. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = MessagingAutoConfiguration.class)
class LibraryRelay {

    @Bean
    Publisher publisher(Outbox outbox) {
        return notes -> notes.forEach(note -> outbox.schedule(note, Integer.toString(note.key())));
    }

    @Bean
    LibraryHandler handler(KafkaOperations<String, byte[]> kafka, @Value("${bench.topic}") String topic) {
        return new LibraryHandler(kafka, topic);
    }
}
