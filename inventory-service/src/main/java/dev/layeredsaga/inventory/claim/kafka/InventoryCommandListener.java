package dev.layeredsaga.inventory.claim.kafka;

import dev.layeredsaga.inventory.claim.ClaimOutcome;
import dev.layeredsaga.inventory.claim.ClaimSections;
import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.messaging.Topics;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.inventory.InventoryCommand;
import dev.layeredsaga.messaging.listener.MessageConsumer;
import dev.layeredsaga.messaging.listener.MessageConsumer.ConsumerParts;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.messaging.saga.SagaReply;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/**
 * Handles the commands of sagas: all commands of a poll in one section, with one lock per item and one commit, each with its own
 * reply.
 */
@Component
class InventoryCommandListener {

    private static final String GROUP = "inventory-service";

    private final ClaimSections sections;
    private final Claims claims;
    private final Outbox outbox;
    private final MessageConsumer<InventoryCommand> consumer;

    InventoryCommandListener(ClaimSections sections, Claims claims, Outbox outbox, ConsumerParts parts) {
        this.sections = sections;
        this.claims = claims;
        this.outbox = outbox;
        this.consumer = new MessageConsumer<>(
                GROUP, MessageTypes.sealedUnder(InventoryCommand.class), parts, this::inSection, this::handle);
    }

    @KafkaListener(
            topics = Topics.INVENTORY_COMMANDS,
            groupId = GROUP,
            autoStartup = "${inventory.commands.auto-startup:true}")
    void on(List<ConsumerRecord<String, byte[]>> records) {
        consumer.accept(records);
    }

    private void inSection(List<IncomingMessage<InventoryCommand>> messages, Runnable work) {
        sections.run(ClaimCommands.of(messages), () -> {
            work.run();
            return messages;
        });
    }

    private void handle(List<IncomingMessage<InventoryCommand>> messages) {
        List<ClaimOutcome> outcomes = claims.handle(ClaimCommands.of(messages));
        for (int i = 0; i < messages.size(); i++) {
            reply(Replies.to(messages.get(i).payload(), outcomes.get(i)));
        }
    }

    private void reply(SagaReply reply) {
        outbox.publish(OutgoingMessage.of(Topics.SAGA_REPLIES, reply.attempt().sagaId(), reply));
    }
}
