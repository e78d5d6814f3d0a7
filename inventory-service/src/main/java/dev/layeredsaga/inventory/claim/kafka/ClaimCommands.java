package dev.layeredsaga.inventory.claim.kafka;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.inventory.AdoptClaim;
import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.ExtendClaim;
import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.inventory.RestoreStock;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.Claimant;
import dev.layeredsaga.inventory.queue.Waiter;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.trace.TraceParent;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Maps the commands of sagas to claim commands. */
final class ClaimCommands {

    private ClaimCommands() {}

    /** @throws MalformedMessageException if the command is invalid and will always be */
    static ClaimCommand of(InventoryCommand command, @Nullable TraceParent trace) {
        try {
            return switch (command) {
                case ClaimStock claim -> hold(claim, trace);
                case AdoptClaim adopt ->
                    new ClaimCommand.Adopt(
                            adopt.attempt().sagaId(),
                            adopt.claimId(),
                            adopt.token(),
                            quantities(adopt.lines()),
                            adopt.ttl());
                case ConfirmClaim confirm -> new ClaimCommand.Confirm(confirm.claimId(), confirm.token());
                case ExtendClaim extend -> new ClaimCommand.Extend(extend.claimId(), extend.token(), extend.ttl());
                case ReleaseClaim release ->
                    new ClaimCommand.ReleaseSaga(release.attempt().sagaId());
                case RestoreStock restore ->
                    new ClaimCommand.Restore(
                            "return " + restore.attempt().idempotencyKey(),
                            restore.soldTo(),
                            quantities(restore.putBack()),
                            quantities(restore.writtenOff()));
            };
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new MalformedMessageException("not a valid command: " + e.getMessage(), e);
        }
    }

    private static ClaimCommand hold(ClaimStock claim, @Nullable TraceParent trace) {
        StepAttempt attempt = claim.attempt();
        ClaimCommand.QueueWait queueWait = claim.queueTimeout() == null
                ? null
                : new ClaimCommand.QueueWait(
                        claim.queueTimeout(),
                        new Waiter.Request(
                                attempt.step(),
                                attempt.attempt(),
                                attempt.proof(),
                                trace == null ? null : trace.toString()));
        return new ClaimCommand.Hold(
                Claimant.saga(attempt.sagaId()), quantities(claim.lines()), claim.ttl(), queueWait);
    }

    private static SortedMap<String, Integer> quantities(List<StockLine> lines) {
        SortedMap<String, Integer> quantities = new TreeMap<>();
        lines.forEach(line -> quantities.merge(line.sku(), line.quantity(), Math::addExact));
        return quantities;
    }
}
