package dev.layeredsaga.orchestrator.console.lock;

import dev.layeredsaga.console.overview.Overview;
import dev.layeredsaga.console.overview.OverviewPart;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Shows on the first screen if the inventory works with its RLocks. */
@Component
@Order(3)
record LockState(LockHealth health) implements OverviewPart {

    private static final String HREF = "/console/locks";

    @Override
    public Shown read() {
        return of(health.last().orElse(null));
    }

    /** @param answer the inventory's; null before the first */
    static Shown of(@Nullable PeerAnswer<LockPage> answer) {
        LockPage locks = answer == null ? null : answer.known().orElse(null);
        boolean degraded = locks != null && isDegraded(locks);
        String value = locks == null ? "?" : degraded ? "degraded" : "healthy";
        String hint =
                answer == null ? "asking the inventory" : locks == null ? answer.problem() : locks.rlocksInWords();
        return new Shown(
                findings(answer),
                List.of(new Overview.Tile(
                        90, "locks", "Locks", value, hint.isEmpty() ? "RLocks in Redis" : hint, HREF, degraded)));
    }

    private static List<Overview.Finding> findings(@Nullable PeerAnswer<LockPage> answer) {
        if (answer instanceof PeerAnswer.NotReachable<LockPage>) {
            return List.of(new Overview.Finding(true, "the inventory is " + answer.problem(), HREF));
        }
        return answer == null
                ? List.of()
                : answer.known().stream()
                        .filter(LockState::isDegraded)
                        .map(locks -> new Overview.Finding(false, "locks are degraded: " + locks.rlocksInWords(), HREF))
                        .toList();
    }

    private static boolean isDegraded(LockPage locks) {
        return locks.rlocks().equals("DEGRADED") || locks.rlocks().equals("UNREADABLE");
    }
}
