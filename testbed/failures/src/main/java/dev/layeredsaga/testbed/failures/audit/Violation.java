package dev.layeredsaga.testbed.failures.audit;

import java.util.List;

/**
 * Something that should not be.
 *
 * @param what in words
 * @param ids whom it concerns: orders, as far as there are any, else claims
 */
public record Violation(String what, List<String> ids) {

    public Violation {
        ids = List.copyOf(ids);
    }
}
