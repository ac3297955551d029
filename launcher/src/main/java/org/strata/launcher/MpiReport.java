package org.strata.launcher;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.report.ReportTarget.Form;
import org.strata.launcher.report.StoredReports;
import org.strata.launcher.report.StoredReports.View;
import org.strata.mca.base.Boxes;
import org.strata.mca.base.Printable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command {@code mpi_report}: shows reports of {@code mpirun --report=FILE.json} again. */
public final class MpiReport {
    private static final int FAILURE = 1;
    static final String USAGE =
            """
            mpi_report [OPTIONS] FILE.json...: shows what mpirun --report=FILE.json has kept
              one file                        its summary
              two files                       what has changed from the first to the second
              more                            how the program scales, from the fewest ranks on
              --compare, --scaling            the same for any number of files; --compare: first and last
              -o, --output FILE.html|.txt     writes that to a file: of one report its whole page
              -h, --help\
            """;

    private final List<String> files = new ArrayList<>();
    private View view = View.AUTOMATIC;
    private String output;
    private boolean help;

    private MpiReport() {}

    /** Runs the command. */
    public static void main(String[] words) {
        System.exit(new MpiReport().run(List.of(words)));
    }

    private int run(List<String> words) {
        try {
            parse(new ArrayList<>(words));
            if (help) {
                System.out.println(USAGE);
                return 0;
            }
            show();
            return 0;
        } catch (UsageException e) {
            System.err.println(Boxes.box(e.lines()));
        } catch (IOException e) {
            System.err.println("mpi_report: " + Printable.text("" + e.getMessage()));
        }
        return FAILURE;
    }

    private void show() throws IOException, UsageException {
        Form form = output == null ? null : Form.of(output);
        if (output != null && (form == null || form == Form.JSON)) {
            throw new UsageException(
                    "mpi_report writes FILE.html or FILE.txt, not " + output + ".");
        }
        StoredReports reports = StoredReports.read(files, view);
        if (output == null) {
            reports.lines().forEach(line -> System.out.println(Printable.text(line)));
            return;
        }
        try {
            reports.write(Path.of(output), form);
        } catch (IOException e) {
            throw new IOException(output + " cannot be written: " + e.getMessage(), e);
        }
    }

    private void parse(List<String> words) throws UsageException {
        while (!words.isEmpty()) {
            String word = words.removeFirst();
            switch (word) {
                case "-h", "--help", "-help" -> help = true;
                case "--compare" -> view = View.COMPARE;
                case "--scaling" -> view = View.SCALING;
                case "-o", "--output" -> {
                    if (words.isEmpty()) {
                        throw new UsageException(word + " needs the name of a file.");
                    }
                    output = words.removeFirst();
                }
                default -> {
                    if (word.startsWith("-")) {
                        throw new UsageException(
                                "mpi_report has no option " + word + ".", "See mpi_report --help.");
                    }
                    files.add(word);
                }
            }
        }
        if (files.isEmpty() && !help) {
            throw new UsageException("mpi_report needs the JSON of a report.", USAGE);
        }
        if (view == View.COMPARE && files.size() < 2) {
            throw new UsageException("--compare needs two reports.");
        }
    }
}
