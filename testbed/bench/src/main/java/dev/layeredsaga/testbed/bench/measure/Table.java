package dev.layeredsaga.testbed.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table for the terminal, in Markdown: the first column is text, the others are figures. */
public final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... headings) {
        row(headings);
    }

    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    @Override
    public String toString() {
        List<String> lines = new ArrayList<>(rows.stream().map(this::line).toList());
        lines.add(1, rule());
        return lines.stream().map(line -> line + System.lineSeparator()).collect(Collectors.joining());
    }

    private String line(List<String> row) {
        return IntStream.range(0, row.size())
                .mapToObj(column -> padded(row.get(column), column))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }

    private String padded(String cell, int column) {
        String padding = " ".repeat(width(column) - cell.length());
        return column == 0 ? cell + padding : padding + cell;
    }

    private String rule() {
        return IntStream.range(0, rows.getFirst().size())
                .mapToObj(column -> "-".repeat(width(column) - 1) + (column == 0 ? "-" : ":"))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
