package dev.layeredsaga.inventory.claim.kafka;

import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.inventory.claim.ClaimEvents;
import dev.layeredsaga.inventory.claim.WaiterAnswers;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.messaging.outbox.Outbox;
import java.util.List;

/** The {@link InventoryCommandListener}'s handling of commands and outcomes, without Kafka. */
public final class SimulatedCommands {

    private SimulatedCommands() {}

    public static List<ClaimCommand> of(List<InventoryCommand> commands) {
        return commands.stream().map(command -> ClaimCommands.of(command, null)).toList();
    }

    public static SagaReply reply(InventoryCommand command, ClaimOutcome outcome) {
        return Replies.to(command, outcome);
    }

    public static WaiterAnswers answers(Outbox outbox) {
        return new PublishedWaiterAnswers(outbox);
    }

    public static ClaimEvents events(Outbox outbox) {
        return new PublishedClaimEvents(outbox);
    }
}
