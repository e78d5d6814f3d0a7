package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.section.Section;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Runs sections for claims: finds the items that commands concern, and locks them. */
@Component
public class ClaimSections {

    private final ClaimLookup lookup;
    private final Section section;

    ClaimSections(ClaimLookup lookup, Section section) {
        this.lookup = lookup;
        this.section = section;
    }

    /** Runs the work in one section, whatever the number of commands, as {@link Section#run} does. */
    public <T> T run(ClaimScope scope, Supplier<T> work) {
        return section.run(lookup.skusToLock(scope), work);
    }
}
