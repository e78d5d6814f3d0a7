package dev.layeredsaga.messaging.autoconfigure;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.messaging.topic.UsedTopics;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Gives a service all topics unless it, or the engine, names its own. */
@AutoConfiguration(afterName = "dev.layeredsaga.starter.SagaAutoConfiguration")
public class TopicsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    UsedTopics usedTopics() {
        return new UsedTopics(Topics.ALL);
    }
}
