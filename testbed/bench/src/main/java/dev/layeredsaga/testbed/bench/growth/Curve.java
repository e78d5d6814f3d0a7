package dev.layeredsaga.testbed.bench.growth;

import dev.layeredsaga.testbed.bench.measure.Plot;
import dev.layeredsaga.testbed.bench.measure.Plot.Line;
import dev.layeredsaga.testbed.bench.measure.Table;
import dev.layeredsaga.testbed.bench.measure.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures measured while one quantity grows. Not thread-safe. */
final class Curve {

    private final String title;
    private final String grows;
    private final String done;
    private final List<Point> points = new ArrayList<>();

    /**
     * @param grows the quantity that grows
     * @param done the unit that is counted
     */
    Curve(String title, String grows, String done) {
        this.title = title;
        this.grows = grows;
        this.done = done;
    }

    /**
     * The figures at one size.
     *
     * @param perSecond units done per second
     * @param p50 milliseconds
     * @param p99 milliseconds
     */
    record Point(long size, double perSecond, double p50, double p99) {

        static Point of(long size, double perSecond, Times times) {
            return new Point(size, perSecond, times.p50(), times.p99());
        }
    }

    void add(Point point) {
        points.add(point);
    }

    String title() {
        return title;
    }

    List<Point> points() {
        return List.copyOf(points);
    }

    /** Returns the table; ratios are to the smallest size. */
    Table table() {
        Table table = new Table(grows, done + "/s", "ratio", "p50 ms", "p99 ms");
        double first = points.getFirst().perSecond();
        for (Point point : points) {
            table.row(point.size(), point.perSecond(), point.perSecond() / first, point.p50(), point.p99());
        }
        return table;
    }

    Plot plot() {
        return Plot.logarithmic(
                title,
                grows,
                "",
                List.of(line(done + "/s", Point::perSecond), line("p50 ms", Point::p50), line("p99 ms", Point::p99)));
    }

    private Line line(String name, ToDoubleFunction<Point> figure) {
        return new Line(
                name,
                points.stream().map(Point::size).toList(),
                points.stream().mapToDouble(figure).map(Curve::visible).boxed().toList());
    }

    /** Returns 1 for what was not measured: a logarithmic axis has neither zero nor NaN. */
    private static double visible(double figure) {
        return figure > 0 ? figure : 1;
    }
}
