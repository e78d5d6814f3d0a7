package dev.layeredsaga.chassis.problem;

import java.net.URI;
import java.util.Locale;

/** The page that explains every problem. The {@code type} of a problem is the address of its entry there. */
final class ProblemPage {

    private static final String ADDRESS = "https://github.com/layered-saga/layered-saga/blob/main/docs/problems.md";

    private ProblemPage() {}

    /** Returns the address of the entry, whose anchor is its heading in lower case. */
    static URI entryOf(String code) {
        return URI.create(ADDRESS + "#" + code.toLowerCase(Locale.ROOT));
    }
}
