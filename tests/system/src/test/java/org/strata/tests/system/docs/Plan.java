package org.strata.tests.system.docs;

import static org.strata.tests.system.JobRunner.root;

import org.strata.tests.system.docs.DocPage.Step;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which commands of the documentation are not simply run, with exit code 0: the rows of {@code
 * src/test/docs/commands.tsv}. Each is the page, the beginning of the command, what is done, and
 * why or with what. A new command of a page needs no row, and is run.
 */
final class Plan {
    /** What is done with a command. */
    enum How {
        /** It is run, and ends with this exit code. */
        CODE,
        /** It is run until it has printed what the page shows, and is then ended. */
        UNTIL,
        /** It is run on simulated hosts. */
        HOSTS,
        /** It is run on simulated hosts under Slurm. */
        SLURM,
        /** Another test follows it: a file of the tree. */
        ELSEWHERE,
        /** It cannot be followed here: a reason. */
        NEVER
    }

    /**
     * A row.
     *
     * @param page path of the page
     * @param prefix how the command begins
     * @param how what is done
     * @param detail exit code, file of the test, or reason
     */
    record Row(String page, String prefix, How how, String detail) {
        boolean fits(Step step) {
            return step.page().equals(page) && step.command().startsWith(prefix);
        }
    }

    static final Row RUN = new Row("", "", How.CODE, "0");

    private Plan() {}

    /** Returns the pages that users read: all of the tree's but those for whoever changes it. */
    static List<DocPage> pages() {
        List<String> names = new java.util.ArrayList<>(List.of("README.md", "HACKING.md"));
        try (Stream<Path> files = Files.walk(root().resolve("docs"))) {
            files.map(file -> root().relativize(file).toString())
                    .filter(name -> name.endsWith(".md") && !name.contains("/target/"))
                    .sorted()
                    .forEach(names::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        names.addAll(List.of("conf/README.md", "examples/README.md", "packaging/README.md"));
        names.add("packaging/dist/INSTALL.md");
        return names.stream().map(name -> DocPage.read(root(), name)).toList();
    }

    static List<Row> rows() {
        try {
            return Files.readAllLines(directory().resolve("commands.tsv")).stream()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(line -> line.split("\t+", -1))
                    .map(cell ->
                            new Row(
                                    cell[0],
                                    cell[1],
                                    How.valueOf(cell[2].toUpperCase(java.util.Locale.ROOT)),
                                    cell[3]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the row of a command; the most exact one wins. */
    static Row of(Step step, List<Row> rows) {
        return rows.stream()
                .filter(row -> row.fits(step))
                .max(java.util.Comparator.comparingInt(row -> row.prefix().length()))
                .orElse(RUN);
    }

    /** Returns where programs lie that pages run without showing them. */
    static Path directory() {
        return root().resolve("tests/system/src/test/docs");
    }
}
