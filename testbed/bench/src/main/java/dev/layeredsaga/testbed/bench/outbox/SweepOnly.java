package dev.layeredsaga.testbed.bench.outbox;

import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Our outbox with rows as left by an instance that crashed right after each commit: only the sweep finds them. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class SweepOnly {

    @Bean
    Publisher publisher(JdbcTemplate jdbc, CloudEventCodec codec, @Value("${bench.topic}") String topic) {
        return new RowWriter(jdbc, codec, topic);
    }
}
