package dev.layeredsaga.testbed.failures.matrix;

import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.outcome.Limits;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.Result;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The results as a page for people. The same results give the same page, whatever the clock said. */
record Page(List<Result> results) {

    /** The whole page: parts in the order of the matrix, and of each the cases that were played. */
    String of(Matrix matrix, Limits limits) {
        return introduction(limits) + matrix.parts().stream().map(this::section).collect(Collectors.joining());
    }

    private static String introduction(Limits limits) {
        return """
            # Failure matrix

            Every failure below was brought about, and this is what came of it. The page is written by the suite that checks it\
             (`FailureMatrixIT`): a build in which anything comes out differently fails.

            ```sh
            testbed/failures/matrix pm_ok slow                             # against a running system: all cases that need no kill, or those named
            testbed/failures/matrix --own                                  # starts a system of its own, and can play all of them
            testbed/failures/matrix --own --write docs/failure-matrix.md   # and writes this page anew
            ```

            | column | says |
            |---|---|
            | case | its name, for the command |
            | the order | what must have become of every order of the case |
            | money | what the gateway's ledger says of each order, in order; repeated answers are left out |
            | stock | what left the item's stock, and what is still held |
            | events | what `saga.events` says of each order: exactly these, in this order (the words are below) |
            | calls | how often the gateway was called for each order: to charge / to ask / to refund |
            | within | by when, from its placing. `deadline` is the saga's, `compensation` the time for its compensation: here %d s and %d s |

            For every case also holds: stock, orders and ledger agree; no order was captured twice, or at another price;\
             the events are numbered without gaps, and exactly one of them, the last, is the end; no lock and no claim is left\
             (unless the saga is parked); the gateway's audit holds.

            Words for events: %s.
            """.formatted(
                limits.deadline().toSeconds(), limits.compensationTimeout().toSeconds(), words());
    }

    private static String words() {
        return Expected.WORDS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(word -> "%s `%s`".formatted(word.getValue(), word.getKey()))
                .collect(Collectors.joining(", "));
    }

    private String section(ScenarioGroup part) {
        String rows = part.cases().stream()
                .flatMap(each ->
                        results.stream().filter(result -> result.played().equals(each)))
                .map(Page::row)
                .collect(Collectors.joining());
        return rows.isEmpty() ? "" : """

                ## %s

                %s

                | case | what goes wrong | the order | money | stock | events | calls | within |
                |---|---|---|---|---|---|---|---|
                %s""".formatted(part.title(), part.about(), rows);
    }

    private static String row(Result result) {
        Case played = result.played();
        String begin = "| `%s` | %s | ".formatted(played.name(), played.description() + ordersOf(played));
        return begin
                + switch (result) {
                    case Result.Right right -> right(right);
                    case Result.Wrong wrong -> "**WRONG**: " + String.join("; ", wrong.findings()) + " | | | | | |\n";
                    case Result.Skipped skipped -> "not played: " + skipped.reason() + " | | | | | |\n";
                };
    }

    private static String ordersOf(Case played) {
        return played.orders() == 1 ? "" : " (%d orders)".formatted(played.orders());
    }

    private static String right(Result.Right right) {
        Case played = right.played();
        Expected expected = played.expected();
        return "%s | %s | %s | %s | %s | %s |\n"
                .formatted(
                        expected.ending().inWords(),
                        expected.ledger(),
                        played.stockInWords(),
                        expected.events(),
                        expected.calls(),
                        expected.within());
    }
}
