package dev.layeredsaga.orchestrator.payment.kafka;

import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.listener.BatchTransaction;
import dev.layeredsaga.messaging.listener.MessageConsumer;
import dev.layeredsaga.messaging.listener.MessageConsumer.ConsumerParts;
import dev.layeredsaga.messaging.payment.PaymentCommand;
import dev.layeredsaga.orchestrator.payment.PaymentWork;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Every poll of payment commands is decided in one transaction. */
@Component
class PaymentCommandListener {

    private static final String GROUP = "payment-participant";

    private final MessageConsumer<PaymentCommand> consumer;

    PaymentCommandListener(PaymentWork work, ConsumerParts parts, TransactionOperations transaction) {
        consumer = new MessageConsumer<>(
                GROUP,
                MessageTypes.sealedUnder(PaymentCommand.class),
                parts,
                BatchTransaction.plain(transaction),
                commands -> work.handle(
                        commands.stream().map(IncomingMessage::payload).toList()));
    }

    @KafkaListener(topics = Topics.PAYMENT_COMMANDS, groupId = GROUP)
    void on(List<ConsumerRecord<String, byte[]>> records) {
        consumer.accept(records);
    }
}
