package dev.layeredsaga.orchestrator.engine.kafka;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.BatchTransaction;
import dev.layeredsaga.messaging.listener.MessageConsumer;
import dev.layeredsaga.messaging.listener.MessageConsumer.ConsumerParts;
import dev.layeredsaga.messaging.saga.SagaReply;
import dev.layeredsaga.orchestrator.engine.SagaEngine;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Every poll of replies advances its sagas in one transaction. */
@Component
class SagaReplyListener {

    private static final String GROUP = "saga-orchestrator";

    private final MessageConsumer<SagaReply> consumer;

    SagaReplyListener(
            SagaEngine engine,
            ConsumerParts parts,
            TransactionOperations transaction,
            MessageTypes<SagaReply> replyTypes) {
        consumer = new MessageConsumer<>(
                GROUP,
                replyTypes,
                parts,
                BatchTransaction.plain(transaction),
                replies -> engine.reply(
                        replies.stream().map(IncomingMessage::payload).toList()));
    }

    @KafkaListener(topics = Topics.SAGA_REPLIES, groupId = GROUP)
    void on(List<ConsumerRecord<String, byte[]>> records) {
        consumer.accept(records);
    }
}
