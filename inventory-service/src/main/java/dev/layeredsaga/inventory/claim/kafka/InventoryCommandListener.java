package dev.layeredsaga.inventory.claim.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.inventory.InventoryMessage;
import dev.layeredsaga.contract.inventory.VerifyClaims;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.inventory.claim.ClaimSections;
import dev.layeredsaga.inventory.claim.ClaimVerification;
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
 * reply. Claims are compared with their sagas' ends in the same transaction.
 */
@Component
class InventoryCommandListener {

    private static final String GROUP = "inventory-service";

    private final ClaimSections sections;
    private final Claims claims;
    private final ClaimVerification verification;
    private final Outbox outbox;
    private final IdempotentConsumer<InventoryMessage> consumer;

    InventoryCommandListener(
            ClaimSections sections, Claims claims, ClaimVerification verification, Outbox outbox, ConsumerParts parts) {
        this.sections = sections;
        this.claims = claims;
        this.verification = verification;
        this.outbox = outbox;
        this.consumer = new IdempotentConsumer<>(
                GROUP, GROUP, MessageTypes.sealedUnder(InventoryMessage.class), parts, this::handle);
    }

    @KafkaListener(
            topics = Topics.INVENTORY_COMMANDS,
            groupId = GROUP,
            autoStartup = "${inventory.commands.auto-startup:true}")
    void on(List<ConsumerRecord<String, byte[]>> records) {
        consumer.handle(records);
    }

    private sealed interface Received {

        static Received of(IncomingMessage<InventoryMessage> message) {
            return switch (message.payload()) {
                case InventoryCommand command -> new Command(command, ClaimCommands.of(command, message.trace()));
                case VerifyClaims sagas -> new Question(sagas);
            };
        }
    }

    /** A message and the command to claims that it carries. */
    private record Command(InventoryCommand message, ClaimCommand command) implements Received {}

    private record Question(VerifyClaims sagas) implements Received {}

    /** Lock, transaction (inbox, claims, outbox), commit, unlock. */
    private void handle(Batch<InventoryMessage> batch) {
        List<Received> received = batch.messages().stream().map(Received::of).toList();
        sections.run(ClaimScope.of(toClaims(commandsAmong(received))), scope -> answer(batch.admit(received), scope));
    }

    private List<Received> answer(List<Received> fresh, ClaimScope scope) {
        List<Command> commands = commandsAmong(fresh);
        List<ClaimOutcome> outcomes = commands.isEmpty() ? List.of() : claims.handle(toClaims(commands), scope);
        for (int i = 0; i < outcomes.size(); i++) {
            reply(Replies.to(commands.get(i).message(), outcomes.get(i)));
        }
        fresh.forEach(each -> {
            if (each instanceof Question question) {
                VerifyClaims sagas = question.sagas();
                verification.verify(sagas.completed(), sagas.compensated());
                verification.keep(sagas.unfinished());
            }
        });
        return fresh;
    }

    private static List<Command> commandsAmong(List<Received> received) {
        return received.stream()
                .filter(Command.class::isInstance)
                .map(Command.class::cast)
                .toList();
    }

    private static List<ClaimCommand> toClaims(List<Command> commands) {
        return commands.stream().map(Command::command).toList();
    }

    private void reply(SagaReply reply) {
        outbox.publish(OutgoingMessage.of(Topics.SAGA_REPLIES, reply.attempt().sagaId(), reply));
    }
}
