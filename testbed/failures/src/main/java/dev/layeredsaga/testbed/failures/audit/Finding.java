package dev.layeredsaga.testbed.failures.audit;

import java.util.List;

/**
 * The result of checking one invariant.
 *
 * @param checked the numbers of objects checked, in words
 */
public record Finding(int number, String name, String checked, List<Violation> violations) {

    public Finding {
        violations = List.copyOf(violations);
    }

    public boolean holds() {
        return violations.isEmpty();
    }
}
