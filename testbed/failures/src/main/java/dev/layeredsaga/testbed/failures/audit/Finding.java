package dev.layeredsaga.testbed.failures.audit;

import java.util.List;

/**
 * What came of checking one invariant.
 *
 * @param checked how many of what were looked at, in words
 */
public record Finding(int number, String name, String checked, List<Violation> violations) {

    public Finding {
        violations = List.copyOf(violations);
    }

    public boolean holds() {
        return violations.isEmpty();
    }
}
