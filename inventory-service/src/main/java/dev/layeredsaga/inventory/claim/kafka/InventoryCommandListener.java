package dev.layeredsaga.inventory.claim.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.inventory.claim.ClaimSections;
import dev.layeredsaga.inventory.claim.Claims;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.listener.Batch;
import dev.layeredsaga.messaging.listener.IdempotentConsumer;
import dev.layeredsaga.messaging.listener.IdempotentConsumer.ConsumerParts;
import dev.layeredsaga.messaging.outbox.Outbox;
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
    private final IdempotentConsumer<InventoryCommand> consumer;

    InventoryCommandListener(ClaimSections sections, Claims claims, Outbox outbox, ConsumerParts parts) {
        this.sections = sections;
        this.claims = claims;
        this.outbox = outbox;
        this.consumer = new IdempotentConsumer<>(
                GROUP, GROUP, MessageTypes.sealedUnder(InventoryCommand.class), parts, this::handle);
    }

    @KafkaListener(
            topics = Topics.INVENTORY_COMMANDS,
            groupId = GROUP,
            autoStartup = "${inventory.commands.auto-startup:true}")
    void on(List<ConsumerRecord<String, byte[]>> records) {
        consumer.handle(records);
    }

    /** A message and the command to claims that it carries. */
    private record Command(InventoryCommand message, ClaimCommand command) {

        static Command of(IncomingMessage<InventoryCommand> message) {
            return new Command(message.payload(), ClaimCommands.of(message.payload(), message.trace()));
        }
    }

    /** Lock, transaction (inbox, claims, outbox), commit, unlock. */
    private void handle(Batch<InventoryCommand> batch) {
        List<Command> commands = batch.messages().stream().map(Command::of).toList();
        ClaimScope scope = ClaimScope.of(commandsOf(commands));
        sections.run(scope, () -> answer(batch.admit(commands), scope));
    }

    private List<Command> answer(List<Command> fresh, ClaimScope scope) {
        List<ClaimOutcome> outcomes = fresh.isEmpty() ? List.of() : claims.handle(commandsOf(fresh), scope);
        for (int i = 0; i < outcomes.size(); i++) {
            reply(Replies.to(fresh.get(i).message(), outcomes.get(i)));
        }
        return fresh;
    }

    private static List<ClaimCommand> commandsOf(List<Command> commands) {
        return commands.stream().map(Command::command).toList();
    }

    private void reply(SagaReply reply) {
        outbox.publish(OutgoingMessage.of(Topics.SAGA_REPLIES, reply.attempt().sagaId(), reply));
    }
}
