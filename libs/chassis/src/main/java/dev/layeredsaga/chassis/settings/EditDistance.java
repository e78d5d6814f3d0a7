package dev.layeredsaga.chassis.settings;

import java.util.stream.IntStream;

/** The Levenshtein distance: the fewest insertions, deletions and replacements of one character that turn one text into another. */
final class EditDistance {

    private EditDistance() {}

    static int between(String from, String to) {
        int[] row = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
