package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.Refusal;
import dev.layeredsaga.inventory.queue.Waiter;
import dev.layeredsaga.messaging.commit.AfterCommit;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Counts committed results; a transaction that was rolled back and repeated counts once. */
@Component
public class ClaimMeters {

    private final MeterRegistry meters;
    private final Counter takeovers;

    ClaimMeters(MeterRegistry meters) {
        this.meters = meters;
        this.takeovers = Counter.builder("inventory.claims.taken.over")
                .description("Orphaned claims that had to make way for a new one")
                .register(meters);
        // registered at startup, as zero
        List.of("granted", "restored", "refused", "queued").forEach(this::answered);
        List.of("RESOURCE_BUSY", "OUT_OF_STOCK").forEach(this::refusedFor);
    }

    /** Counts {@code inventory.claims.answered}, by outcome, and {@code inventory.claims.refused}, by reason. */
    void answered(List<ClaimOutcome> outcomes) {
        AfterCommit.run(
                () -> outcomes.forEach(outcome -> answered(nameOf(outcome)).increment()));
        for (ClaimOutcome outcome : outcomes) {
            if (outcome instanceof ClaimOutcome.Refused refused) {
                refused(refused.refusal());
            }
        }
    }

    private static String nameOf(ClaimOutcome outcome) {
        return switch (outcome) {
            case ClaimOutcome.Granted granted -> "granted";
            case ClaimOutcome.Restored restored -> "restored";
            case ClaimOutcome.Refused refused -> "refused";
            case ClaimOutcome.Queued queued -> "queued";
        };
    }

    private Counter answered(String outcome) {
        return Counter.builder("inventory.claims.answered")
                .description("Commands about claims, by how they were answered")
                .tag("outcome", outcome)
                .register(meters);
    }

    private Counter refusedFor(String reason) {
        return Counter.builder("inventory.claims.refused")
                .description("Commands about claims that were refused, by reason")
                .tag("reason", reason)
                .register(meters);
    }

    public void refused(Refusal refusal) {
        AfterCommit.run(() -> refusedFor(refusal.code()).increment());
    }

    /** Counts {@code inventory.claims.taken.over}: an orphaned claim was replaced by a new one. */
    void tookOver() {
        AfterCommit.run(takeovers::increment);
    }

    /** Records {@code inventory.line.wait}: the time until a waiter was granted its claim, left or was refused. */
    void waited(Waiter waiter, Instant now, String outcome) {
        AfterCommit.run(() ->
                meters.timer("inventory.line.wait", "outcome", outcome).record(Duration.between(waiter.since(), now)));
    }
}
