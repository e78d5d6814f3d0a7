package dev.layeredsaga.inventory.claim;

import java.util.Optional;
import org.springframework.stereotype.Service;

/** Serves commands that come one at a time. */
@Service
public class ClaimDesk {

    private final ClaimLookup lookup;
    private final SharedSections sections;
    private final ClaimMeters meters;

    ClaimDesk(ClaimLookup lookup, SharedSections sections, ClaimMeters meters) {
        this.lookup = lookup;
        this.sections = sections;
        this.meters = meters;
    }

    /**
     * Handles the command in a section, which it may share with others that come at the same time. Where the semantic lock says
     * that an item is busy, nobody waits for the RLock to be told so.
     */
    public ClaimOutcome handle(ClaimCommand command) {
        Optional<Refusal.Busy> busy = busyAtFirstSight(command);
        busy.ifPresent(meters::refused);
        return busy.<ClaimOutcome>map(ClaimOutcome.Refused::new).orElseGet(() -> sections.handle(command));
    }

    /** A plain read. A hold without a key has no earlier claim that could be the one in the way; a saga's may. */
    private Optional<Refusal.Busy> busyAtFirstSight(ClaimCommand command) {
        return command instanceof ClaimCommand.Hold hold && hold.claimant().sagaId() == null && hold.key() == null
                ? lookup.firstLocked(hold.quantities())
                : Optional.empty();
    }
}
