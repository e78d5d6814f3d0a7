package dev.layeredsaga.inventory.claim;

import java.util.Optional;
import org.springframework.stereotype.Service;

/** Handles commands that arrive one at a time. */
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
     * Handles the command in a section, which it may share with concurrent commands. If the semantic lock already shows that an
     * item is busy, the command is refused without waiting for the RLock.
     */
    public ClaimOutcome handle(ClaimCommand command) {
        Optional<Refusal.Busy> busy = busyAtFirstSight(command);
        busy.ifPresent(meters::refused);
        return busy.<ClaimOutcome>map(ClaimOutcome.Refused::new).orElseGet(() -> sections.handle(command));
    }

    /**
     * Checks the semantic locks with a plain read, only for holds without a saga or a key: others may have an earlier claim that
     * is the one in the way.
     */
    private Optional<Refusal.Busy> busyAtFirstSight(ClaimCommand command) {
        return command instanceof ClaimCommand.Hold hold && hold.claimant().sagaId() == null && hold.key() == null
                ? lookup.firstLocked(hold.quantities())
                : Optional.empty();
    }
}
