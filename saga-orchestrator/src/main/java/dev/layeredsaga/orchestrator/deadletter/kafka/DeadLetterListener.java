package dev.layeredsaga.orchestrator.deadletter.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.messaging.failure.FailureKind;
import dev.layeredsaga.orchestrator.deadletter.IncomingLetters;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Listens to the dead letters of all topics. What cannot be stored is tried again without end: a letter never becomes another. */
@Component
record DeadLetterListener(IncomingLetters letters) {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterListener.class);

    /** For Kafka's listener. */
    public String[] topics() {
        return Topics.ALL.stream().map(Topics::deadLettersOf).toArray(String[]::new);
    }

    @KafkaListener(
            topics = "#{__listener.topics()}",
            groupId = "saga-orchestrator-dead-letters",
            containerFactory = "deadLetterListenerContainerFactory")
    void on(List<ConsumerRecord<byte[], byte[]>> records) {
        try {
            records.stream().map(ReceivedLetter::of).forEach(letters::store);
        } catch (RuntimeException e) {
            log.warn(
                    "{} dead letters could not be stored and are tried again: {}",
                    records.size(),
                    FailureKind.summaryOf(e));
            throw e;
        }
    }
}
