package dev.layeredsaga.inventory.claim;

import dev.layeredsaga.inventory.claim.command.ClaimScope;
import dev.layeredsaga.inventory.section.Section;
import java.util.SortedSet;
import java.util.function.Function;
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

    /** Does as {@link #run(SortedSet, ClaimScope, Function)} with the items that the scope says. */
    public <T> T run(ClaimScope scope, Function<ClaimScope, T> work) {
        return run(lookup.skusToLock(scope), scope, work);
    }

    /**
     * Runs the work in one section, whatever the number of commands. If that fails, runs it in one that leaves the waiters to later
     * sections: a command does not depend on the other items that they want.
     *
     * @param work is given the scope with the waiters that it is to serve
     */
    public <T> T run(SortedSet<String> skus, ClaimScope scope, Function<ClaimScope, T> work) {
        ClaimScope alone = scope.serving(0);
        return section.run(skus, () -> work.apply(scope), () -> lookup.skusToLock(alone), () -> work.apply(alone));
    }
}
