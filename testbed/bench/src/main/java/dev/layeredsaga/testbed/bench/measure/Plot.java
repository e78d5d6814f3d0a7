package dev.layeredsaga.testbed.bench.measure;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.batik.dom.GenericDOMImplementation;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.util.SVGConstants;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.w3c.dom.Document;

/** A plot that reads the same on the screen and in print. Not thread-safe. */
public final class Plot {

    /** Kept low because letters are drawn as outlines, which make up most of the file. */
    private static final int DECIMALS = 1;

    private static final int WIDTH = 860;
    private static final int HEIGHT = 420;

    private final Chart<?, ?> chart;

    private Plot(Chart<?, ?> chart) {
        this.chart = chart;
        Styler styler = chart.getStyler();
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setLegendPosition(LegendPosition.OutsideE);
    }

    /** One bar for each category. */
    public record Bars(String name, List<String> categories, List<? extends Number> heights) {}

    /** Plots bars side by side. */
    public static Plot bars(String title, String x, String y, List<Bars> series) {
        return new Plot(categories(title, x, y, series));
    }

    /** Plots bars side by side, of heights that lie magnitudes apart; none may be less than 1. */
    public static Plot logarithmicBars(String title, String x, String y, List<Bars> series) {
        CategoryChart chart = categories(title, x, y, series);
        Plot plot = new Plot(chart);
        CategoryStyler styler = chart.getStyler();
        styler.setYAxisLogarithmic(true).setYAxisMin(1.0);
        // a label that would touch its neighbour is left out
        styler.setXAxisLabelRotation(25);
        styler.setAxisTickLabelsFont(styler.getAxisTickLabelsFont().deriveFont(Font.PLAIN, 10));
        styler.setLegendPosition(LegendPosition.OutsideS).setLegendLayout(Styler.LegendLayout.Horizontal);
        return plot;
    }

    private static CategoryChart categories(String title, String x, String y, List<Bars> series) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        series.forEach(bars -> chart.addSeries(bars.name(), bars.categories(), bars.heights()));
        return chart;
    }

    void write(Path file) throws IOException {
        Document document = GenericDOMImplementation.getDOMImplementation()
                .createDocument(SVGConstants.SVG_NAMESPACE_URI, "svg", null);
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
        context.setPrecision(DECIMALS);
        SVGGraphics2D graphics = new SVGGraphics2D(context, false);
        graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
        chart.paint(graphics, WIDTH, HEIGHT);
        try (Writer svg = Files.newBufferedWriter(file)) {
            graphics.stream(svg, true);
        }
    }
}
