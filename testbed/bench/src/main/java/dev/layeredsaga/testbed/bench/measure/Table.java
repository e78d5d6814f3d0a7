package dev.layeredsaga.testbed.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table for the terminal, in Markdown: the first column is text, the others are figures. */
public final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... headings) {
        rows.add(List.of(headings));
    }

    /** @param cells texts, whole numbers, fractional figures, and {@link Times} in short */
    public void row(Object... cells) {
        rows.add(Stream.of(cells).map(Table::inWords).toList());
    }

    private static String inWords(Object cell) {
        return switch (cell) {
            case Double figure -> Statistics.inWords(figure);
            case Integer number -> "%,d".formatted(number);
            case Long number -> "%,d".formatted(number);
            case Times times -> times.inShort();
            default -> cell.toString();
        };
    }

    @Override
    public String toString() {
        List<Integer> widths = IntStream.range(0, rows.getFirst().size())
                .mapToObj(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toList();
        List<String> lines =
                new ArrayList<>(rows.stream().map(row -> line(row, widths)).toList());
        lines.add(
                1,
                line(widths.stream().map(width -> "-".repeat(width - 1) + ":").toList(), widths)
                        .replaceFirst(":", "-"));
        return lines.stream().collect(Collectors.joining(System.lineSeparator(), "", System.lineSeparator()));
    }

    private static String line(List<String> cells, List<Integer> widths) {
        return IntStream.range(0, cells.size())
                .mapToObj(column -> {
                    String padding =
                            " ".repeat(widths.get(column) - cells.get(column).length());
                    return column == 0 ? cells.get(column) + padding : padding + cells.get(column);
                })
                .collect(Collectors.joining(" | ", "| ", " |"));
    }
}
