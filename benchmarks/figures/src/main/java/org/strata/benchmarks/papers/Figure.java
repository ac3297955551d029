package org.strata.benchmarks.papers;

import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One figure: named curves, printed as a table and drawn. */
public final class Figure {
    private final String title;
    private final String xTitle;
    private final String yTitle;
    private final Map<String, TreeMap<Long, Double>> curves = new LinkedHashMap<>();

    /** The smallest value that was given for each point. */
    private final Map<String, TreeMap<Long, Double>> lows = new LinkedHashMap<>();

    /** Makes a figure without curves. */
    public Figure(String title, String xTitle, String yTitle) {
        this.title = title;
        this.xTitle = xTitle;
        this.yTitle = yTitle;
    }

    /** Returns a figure of the same titles without curves. */
    Figure empty() {
        return new Figure(title, xTitle, yTitle);
    }

    /** Adds a point; where there is one at this place already, the larger value stays. */
    public void best(String curve, long x, double y) {
        curves.computeIfAbsent(curve, name -> new TreeMap<>()).merge(x, y, Math::max);
        lows.computeIfAbsent(curve, name -> new TreeMap<>()).merge(x, y, Math::min);
    }

    /** Returns a curve's points. */
    TreeMap<Long, Double> curve(String name) {
        return curves.getOrDefault(name, new TreeMap<>());
    }

    /** Returns a point as text, with the smallest value given for it where there were several. */
    private String text(String curve, long x) {
        Double y = curve(curve).get(x);
        if (y == null) {
            return "-";
        }
        double low = lows.get(curve).get(x);
        return low == y
                ? String.format(Locale.ROOT, "%.1f", y)
                : String.format(Locale.ROOT, "%.1f (%.1f)", y, low);
    }

    /** Prints one row per place and one column per curve. */
    void print() {
        Set<Long> places = new TreeSet<>();
        curves.values().forEach(curve -> places.addAll(curve.keySet()));
        Set<String> names = new LinkedHashSet<>(curves.keySet());
        System.out.printf("%n%s (%s)%n%12s", title, yTitle, xTitle);
        names.forEach(name -> System.out.printf(" %22s", name));
        System.out.println();
        for (long x : places) {
            System.out.printf("%12d", x);
            for (String name : names) {
                System.out.printf(" %22s", text(name, x));
            }
            System.out.println();
        }
    }

    /** Returns the power of ten below all positive figures of an axis (0: x, 1: y), or above. */
    private double decade(int axis, boolean above) {
        DoubleSummaryStatistics range =
                curves.values().stream()
                        .flatMap(curve -> curve.entrySet().stream())
                        .mapToDouble(p -> axis == 0 ? p.getKey().doubleValue() : p.getValue())
                        .filter(value -> value > 0)
                        .summaryStatistics();
        if (range.getCount() == 0) {
            return above ? 10 : 1;
        }
        double power = Math.log10(above ? range.getMax() : range.getMin());
        return Math.pow(10, above ? Math.ceil(power) : Math.floor(power));
    }

    /** Draws it into a directory, as PNG and as SVG; returns the PNG. */
    public Path draw(Path directory, String name, boolean logarithmic) throws IOException {
        Files.createDirectories(directory);
        XYChart chart =
                new XYChartBuilder()
                        .width(900)
                        .height(560)
                        .title(title)
                        .xAxisTitle(xTitle)
                        .yAxisTitle(yTitle)
                        .build();
        chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(logarithmic);
        // Whole decades: a logarithmic axis has labels at powers of ten only.
        chart.getStyler().setXAxisMin(decade(0, false)).setXAxisMax(decade(0, true));
        if (logarithmic) {
            chart.getStyler().setYAxisMin(decade(1, false)).setYAxisMax(decade(1, true));
        }
        curves.forEach((curve, points) -> {
            List<Double> at = points.keySet().stream().map(Long::doubleValue).toList();
            List<Double> values = new ArrayList<>(points.values());
            if (!logarithmic || values.stream().allMatch(y -> y > 0)) {
                chart.addSeries(curve, at, values);
            }
        });
        Path file = directory.resolve(name + ".png");
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
        String vectors = directory.resolve(name + ".svg").toString();
        VectorGraphicsEncoder.saveVectorGraphic(chart, vectors, VectorGraphicsFormat.SVG);
        return file;
    }
}
