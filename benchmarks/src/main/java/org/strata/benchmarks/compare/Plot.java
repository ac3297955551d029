package org.strata.benchmarks.compare;

import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Draws the ratio per message size. */
final class Plot {
    private Plot() {}

    static Path draw(Path directory, String title, List<Integer> sizes, List<Double> ratios)
            throws IOException {
        Files.createDirectories(directory);
        XYChart chart =
                new XYChartBuilder()
                        .width(800)
                        .height(500)
                        .title(title)
                        .xAxisTitle("message size (bytes)")
                        .yAxisTitle("Strata / Open MPI")
                        .build();
        chart.getStyler().setXAxisLogarithmic(sizes.size() > 2).setLegendVisible(true);
        List<Integer> at = sizes.stream().map(size -> Math.max(size, 1)).toList();
        chart.addSeries("ratio", at, ratios);
        chart.addSeries("equal", at, new ArrayList<>(at.stream().map(size -> 1.0).toList()));
        Path file = directory.resolve(title.replaceAll("[^A-Za-z0-9_]+", "-") + ".png");
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
        return file;
    }
}
