package dev.layeredsaga.testbed.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Columns of text, each as wide as its widest cell. */
public final class TextTable {

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        row(headings);
    }

    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    @Override
    public String toString() {
        List<Integer> widths = IntStream.range(0, rows.getFirst().size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .boxed()
                .toList();
        String rule = widths.stream().map("─"::repeat).collect(Collectors.joining("  "));
        List<String> lines =
                new ArrayList<>(rows.stream().map(row -> line(row, widths)).toList());
        lines.add(1, rule);
        return lines.stream()
                .map(line -> "  " + line.stripTrailing() + System.lineSeparator())
                .collect(Collectors.joining());
    }

    private static String line(List<String> row, List<Integer> widths) {
        return IntStream.range(0, row.size())
                .mapToObj(column -> row.get(column)
                        + " ".repeat(widths.get(column) - row.get(column).length()))
                .collect(Collectors.joining("  "));
    }
}
