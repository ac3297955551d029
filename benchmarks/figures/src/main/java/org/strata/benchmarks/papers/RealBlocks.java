package org.strata.benchmarks.papers;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** P4's programs by real processes over the software adapter. */
final class RealBlocks {
    /** More than any of these jobs has processes. */
    private static final int CHANNELS = 64;

    @Option(names = "--processes", description = "Real: processes (default: ${DEFAULT-VALUE})")
    private int processes = 8;

    @Option(names = "--rounds", description = "Real: rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 2;

    @Option(
            names = "--programs",
            split = ",",
            description = "Real: ${COMPLETION-CANDIDATES} (default: all)")
    private List<Program> programs = List.of(Program.values());

    @Option(
            names = "--nas-class",
            description = "Real: class of CG and IS (default: ${DEFAULT-VALUE})")
    private String nasClass = "W";

    @Option(names = "--mca", arity = "2", description = "Real: further parameters: KEY VALUE")
    private String[] parameters = {};

    /** What runs, and the number in its output that is its time. */
    enum Program {
        MULTIGRID("us", "^cycle (\\S+)"),
        CG("s", "Time in seconds *= +(\\S+)"),
        IS("s", "Time in seconds *= +(\\S+)"),
        HEAT2D("s", "steps in (\\S+) s");

        private final String unit;
        private final Pattern time;

        Program(String unit, String time) {
            this.unit = unit;
            this.time = Pattern.compile(time);
        }

        private double time(List<String> lines) {
            for (String line : lines) {
                Matcher found = time.matcher(line);
                if (found.find()) {
                    return Double.parseDouble(found.group(1));
                }
            }
            return Double.NaN;
        }
    }

    /** What a program did with a design: the best time of all rounds, and the last round's use. */
    private static final class Result {
        private double best = Double.MAX_VALUE;
        private FastUse use;
    }

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        return processes < 2 || rounds < 1 ? "--processes is from 2, --rounds from 1" : "";
    }

    /** Runs the programs, designs in turn in each round, and prints what they gave. */
    void report(int fields, Job job) throws IOException, InterruptedException {
        for (Program program : programs) {
            Map<RingDesign, Result> results = new LinkedHashMap<>();
            for (int round = 1; round <= rounds; round++) {
                for (RingDesign design : RingDesign.values()) {
                    System.err.printf(
                            "papers: P4 %s, round %d of %d, %s%n",
                            program, round, rounds, design.title());
                    List<String> lines = run(program, fields, job, values(design));
                    Result result = results.computeIfAbsent(design, name -> new Result());
                    result.best = Math.min(result.best, program.time(lines));
                    result.use = FastUse.of(processes, lines);
                }
            }
            print(program, results);
        }
    }

    private Map<String, String> values(RingDesign design) {
        Map<String, String> values = new LinkedHashMap<>(design.parameters(CHANNELS));
        values.put("btl", "self,openib");
        values.put("btl_openib_provider", "soft");
        values.put("mpi_spc_dump_enabled", "1");
        for (int i = 0; i < parameters.length; i += 2) {
            values.put(parameters[i], parameters[i + 1]);
        }
        return values;
    }

    private List<String> run(Program program, int fields, Job job, Map<String, String> values)
            throws IOException, InterruptedException {
        return switch (program) {
            case MULTIGRID ->
                    job.run(
                            processes,
                            values,
                            MultigridProgram.class,
                            Integer.toString(fields),
                            "3000",
                            "25",
                            "200");
            case CG -> job.runExample(processes, values, "NasCg", List.of(nasClass));
            case IS -> job.runExample(processes, values, "NasIs", List.of(nasClass));
            case HEAT2D ->
                    job.runExample(processes, values, "Heat2D", List.of("--output", "/dev/null"));
        };
    }

    private void print(Program program, Map<RingDesign, Result> results) {
        System.out.printf(
                "%nP4: %s, %d processes, best of %d rounds%n%16s %12s %14s %14s %9s %12s %10s%n",
                program,
                processes,
                rounds,
                "",
                "rings",
                "KiB/direction",
                "MiB/process",
                "share %",
                program.unit,
                "to none");
        double none = results.get(RingDesign.NONE).best;
        results.forEach((design, result) ->
                System.out.printf(
                        Locale.ROOT,
                        "%16s %12.2f %14.1f %14.2f %9.2f %12.3f %9.1f%%%n",
                        design.title(),
                        result.use.ringsPerProcess(),
                        result.use.perDirection(),
                        result.use.perProcess(),
                        result.use.share(),
                        result.best,
                        100 * (result.best / none - 1)));
    }
}
