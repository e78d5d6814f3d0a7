package dev.layeredsaga.orchestrator.console.lock;

import dev.layeredsaga.console.Shell;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A claim as the inventory shows it.
 *
 * @param owner a saga's id, or the owner of a hold
 * @param waiting the sagas that wait for what it holds; null if it is not known
 * @param actions what operators have done to it; null if it is not known
 */
public record ClaimView(
        UUID claimId,
        String owner,
        String state,
        List<StockLine> lines,
        Instant createdAt,
        Instant expiresAt,
        @Nullable List<UUID> waiting,
        @Nullable List<Action> actions) {

    /** The page of a claim, which asks for the claim itself. */
    public record Frame(Shell shell, UUID id) {}

    /** The inventory's answer about a claim. */
    public record Answer(UUID id, PeerAnswer<ClaimView> answer) {}

    /** An operator's action. */
    public record Action(String action, String operator, String reason, Instant at) {}

    /** The style of the state. */
    public String badge() {
        return switch (state) {
            case "HELD" -> "badge running";
            case "CONFIRMED" -> "badge completed";
            case "RELEASED" -> "badge compensated";
            default -> "badge compensating";
        };
    }

    /** Returns true if it holds something that can be released. */
    public boolean isHeld() {
        return state.equals("HELD");
    }

    /** Returns how many sagas wait for what it holds. */
    public int waiters() {
        return waiting == null ? 0 : waiting.size();
    }
}
