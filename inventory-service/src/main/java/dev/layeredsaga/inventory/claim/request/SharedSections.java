package dev.layeredsaga.inventory.claim.request;

import dev.layeredsaga.inventory.claim.ClaimLookup;
import dev.layeredsaga.inventory.claim.ClaimSections;
import dev.layeredsaga.inventory.claim.command.ClaimCommand;
import dev.layeredsaga.inventory.claim.command.ClaimOutcome;
import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.lock.LockingProperties;
import dev.layeredsaga.messaging.commit.GroupCommit;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.stereotype.Component;

/**
 * Groups concurrent commands into shared sections (group commit), as a poll from Kafka does: on a hot item, one lock and one
 * commit serve all commands that arrived while the last section ran. Only commands for the same items share a section, so that
 * none waits for unrelated ones. Thread-safe.
 */
@Component
class SharedSections {

    /** The most commands in a section, as many as a poll of commands has. */
    private static final int MOST = 100;

    private final boolean shared;
    private final ClaimLookup lookup;
    private final Rounds rounds;
    private final GroupCommit<SortedSet<String>, ClaimCommand, ClaimOutcome> groups;

    /** @param shared false to run a section for each command, as if each came to its own instance; default true */
    SharedSections(
            @Value("${inventory.section.shared:true}") boolean shared,
            ClaimLookup lookup,
            ClaimSections sections,
            RequestedClaims claims,
            LockingProperties locking) {
        this.shared = shared;
        this.lookup = lookup;
        this.rounds = new Rounds(sections, claims);
        this.groups = new GroupCommit<>(MOST, locking.waitTime(), rounds);
    }

    /**
     * Handles the command, as one of several or alone.
     *
     * @throws CannotAcquireLockException if sections for the same items took up the whole wait; nothing has changed
     */
    ClaimOutcome handle(ClaimCommand command) {
        SortedSet<String> skus = lookup.skusToLock(ClaimScope.of(List.of(command)));
        // a command that concerns no item, such as one for an unknown claim, shares with no other
        boolean alone = !shared || skus.isEmpty();
        return alone ? rounds.serve(skus, List.of(command)).getFirst() : groups.serve(skus, command);
    }

    private record Rounds(ClaimSections sections, RequestedClaims claims)
            implements GroupCommit.Rounds<SortedSet<String>, ClaimCommand, ClaimOutcome> {

        @Override
        public List<ClaimOutcome> serve(SortedSet<String> skus, List<ClaimCommand> commands) {
            return sections.run(skus, ClaimScope.of(commands), scope -> claims.handle(commands, scope));
        }

        @Override
        public RuntimeException tooLate(SortedSet<String> skus, Duration waited) {
            return new CannotAcquireLockException("no section on %d item(s) from %s on within %d ms"
                    .formatted(skus.size(), skus.first(), waited.toMillis()));
        }
    }
}
