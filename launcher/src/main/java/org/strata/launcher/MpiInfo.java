package org.strata.launcher;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.platform.PlatformReport;
import org.strata.mca.base.Boxes;
import org.strata.mca.base.InfoFacts;
import org.strata.mca.base.InfoReport;
import org.strata.mca.base.InfoStyle;
import org.strata.mca.base.Parameters;
import org.strata.opal.platform.Platform;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The command {@code mpi_info}: prints components and parameters, as {@code ompi_info} does. */
public final class MpiInfo {
    private static final int FAILURE = 1;
    static final String USAGE =
            """
            mpi_info [OPTIONS]: prints this installation's facts, components and parameters
              -a, --all                       everything, parameters of all levels
              --param FRAMEWORK COMPONENT     parameters of a component; "all" matches all
              --level N                       parameters up to level N (1 to 9; default 1)
              --parsable, --parseable, --colon  for scripts: fields separated by colons
              --selected-only                 selected components only
              --platform                      what of the system is used, and what is not here
              --path prefix|jdk, --hostname, --arch, --version, -c, --config
              -h, --help\
            """;

    private final List<InfoReport.Target> targets = new ArrayList<>();
    private final Set<String> facts = new HashSet<>();
    private boolean all;
    private boolean parsable;
    private boolean selectedOnly;
    private boolean help;
    private boolean platform;
    private int level;

    private MpiInfo() {}

    /** Runs the command. */
    public static void main(String[] words) {
        System.exit(new MpiInfo().run(List.of(words)));
    }

    private int run(List<String> words) {
        try {
            parse(new ArrayList<>(words));
        } catch (UsageException e) {
            System.err.println(Boxes.box(e.lines()));
            return FAILURE;
        }
        if (help) {
            System.out.println(USAGE);
            return 0;
        }
        String refusal = Platform.refusal();
        if (refusal != null) {
            System.err.println(Boxes.box(List.of(refusal)));
            return FAILURE;
        }
        if (platform) {
            PlatformReport.lines().forEach(System.out::println);
            return 0;
        }
        Parameters parameters = Parameters.ofThisProcess();
        if (!parameters.problems().isEmpty()) {
            System.err.println(parameters.problems().box());
        }
        InfoReport report =
                new InfoReport(
                        parameters, InfoFacts.ofThisProcess(parameters.sources().distribution()));
        InfoStyle style = parsable ? InfoStyle.PARSABLE : InfoStyle.PRETTY;
        return report.print(
                new InfoReport.Options(targets, all, level, style, selectedOnly, facts),
                System.out);
    }

    private void parse(List<String> words) throws UsageException {
        while (!words.isEmpty()) {
            String word = words.removeFirst();
            switch (word) {
                case "-a", "--all" -> all = true;
                case "--parsable", "--parseable", "--colon" -> parsable = true;
                case "--selected-only" -> selectedOnly = true;
                case "--internal" -> {}
                case "-h", "--help", "-help" -> help = true;
                case "--param", "-param" ->
                        targets.add(new InfoReport.Target(value(word, words), value(word, words)));
                case "--level" -> level = level(value(word, words));
                case "--platform" -> platform = true;
                case "--hostname" -> facts.add("hostname");
                case "--arch" -> facts.add("arch");
                case "-V", "--version" -> facts.add("strata:version:full");
                case "--path" -> facts.add("path:" + value(word, words));
                case "-c", "--config" -> facts.addAll(List.of("package", "os", "arch", "jdk"));
                default ->
                        throw new UsageException(
                                "mpi_info has no option \"" + word + "\".",
                                "\"mpi_info --help\" lists all options.");
            }
        }
    }

    private static String value(String option, List<String> words) throws UsageException {
        if (words.isEmpty()) {
            throw new UsageException("mpi_info: " + option + " wants another word.");
        }
        return words.removeFirst();
    }

    private static int level(String text) throws UsageException {
        if (!text.matches("[1-9]")) {
            throw new UsageException("mpi_info: --level wants 1 to 9, not \"" + text + "\".");
        }
        return Integer.parseInt(text);
    }
}
