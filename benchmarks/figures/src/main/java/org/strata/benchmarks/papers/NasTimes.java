package org.strata.benchmarks.papers;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times of NAS kernels by real processes, by way to go: of P1 and P3. */
final class NasTimes {
    private static final Pattern SECONDS = Pattern.compile("Time in seconds *= +(\\S+)");

    /** The programs in examples/ by kernel. */
    private static final Map<String, String> PROGRAMS = programs();

    @Option(
            names = "--nas-kernels",
            split = ",",
            description =
                    "Real: CG, IS, EP, MG, FT, LU, and with a square number of processes BT, SP"
                            + " (default: CG,IS)")
    private List<String> kernels = List.of("CG", "IS");

    @Option(
            names = "--nas-class",
            description = "Real: class of the NAS kernels (default: ${DEFAULT-VALUE})")
    private String size = "W";

    @Option(
            names = "--nas-processes",
            description = "Real: processes of the NAS kernels (default: ${DEFAULT-VALUE})")
    private int processes = 2;

    private static Map<String, String> programs() {
        Map<String, String> programs = new LinkedHashMap<>();
        for (String kernel : List.of("Cg", "Is", "Ep", "Mg", "Ft")) {
            programs.put(kernel.toUpperCase(Locale.ROOT), "Nas" + kernel);
        }
        for (String kernel : List.of("Bt", "Sp", "Lu")) {
            programs.put(kernel.toUpperCase(Locale.ROOT), "nas/" + kernel);
        }
        return programs;
    }

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        for (String kernel : kernels) {
            if (!PROGRAMS.containsKey(kernel)) {
                return "--nas-kernels takes "
                        + String.join(", ", PROGRAMS.keySet())
                        + ", not "
                        + kernel;
            }
            int edge = (int) Math.round(Math.sqrt(processes));
            if (List.of("BT", "SP").contains(kernel) && edge * edge != processes) {
                return kernel + " needs a square number for --nas-processes, not " + processes;
            }
        }
        return processes < 1 ? "--nas-processes is from 1" : "";
    }

    /**
     * Runs every kernel by every way in each round, and prints the times and their ratios.
     *
     * @param paper P1 or P3
     * @param ways parameters by name of the way
     * @param ratios pairs of ways
     */
    void report(
            Job job,
            String paper,
            int rounds,
            Map<String, Map<String, String>> ways,
            List<List<String>> ratios)
            throws IOException, InterruptedException {
        TimesTable table = new TimesTable();
        for (int round = 1; round <= rounds; round++) {
            for (Map.Entry<String, Map<String, String>> way : ways.entrySet()) {
                for (String kernel : kernels) {
                    System.err.printf(
                            "papers: %s NAS %s, round %d of %d: %s%n",
                            paper, kernel, round, rounds, way.getKey());
                    double seconds = seconds(job, kernel, way.getValue());
                    table.add(kernel + " " + size, way.getKey(), seconds, seconds);
                }
            }
        }
        System.out.printf("%n%s: NAS, %d processes, s, best (median)%n", paper, processes);
        table.print(new ArrayList<>(ways.keySet()), ratios);
    }

    private double seconds(Job job, String kernel, Map<String, String> values)
            throws IOException, InterruptedException {
        List<String> lines = job.runExample(processes, values, PROGRAMS.get(kernel), List.of(size));
        for (String line : lines) {
            Matcher found = SECONDS.matcher(line);
            if (found.find()) {
                return Double.parseDouble(found.group(1));
            }
        }
        throw new IOException(kernel + " printed no time: " + String.join("\n", lines));
    }
}
