package dev.layeredsaga.testbed.failures.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The checks of an invariant so far, and their violations. Not thread-safe. */
final class Checklist {

    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final List<Violation> violations = new ArrayList<>();

    /** Adds to the number of these that have been checked. */
    void checked(long count, String at) {
        counts.merge(at, count, Long::sum);
    }

    void violated(String what, List<String> ids) {
        violations.add(new Violation(what, ids));
    }

    void violated(String what, String id) {
        violated(what, List.of(id));
    }

    /** @param holds whether all is well */
    void require(boolean holds, String what, String id) {
        if (!holds) {
            violated(what, id);
        }
    }

    Finding finding(int number, String name) {
        String checked = counts.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
        return new Finding(number, name, checked, violations);
    }
}
