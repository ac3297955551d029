package org.strata.tests.system.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.docs.DocPage.Step;
import org.strata.tests.system.docs.Plan.How;
import org.strata.tests.system.docs.Plan.Row;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Follows the commands of every page on this host, in order, and compares what they print with what
 * the page shows ({@code mvn verify -Dlong}; {@code -Dpage=REGEX} chooses among them). Pages about
 * hosts: {@link DocsHostsTest}.
 */
@Tag("long")
class DocsCommandsTest {
    private static final int RANKS = 4;
    private static final String LIMIT = "--timeout ";
    private static final int[] LIMITS = {5, 20, 80};

    @TestFactory
    Stream<DynamicTest> pages() {
        List<Row> rows = Plan.rows();
        Pattern chosen = Pattern.compile(System.getProperty("page", ""));
        return Plan.pages().stream()
                .filter(page -> chosen.matcher(page.name()).find())
                .filter(page -> page.steps().stream().anyMatch(step -> isHere(Plan.of(step, rows))))
                .map(page -> DynamicTest.dynamicTest(page.name(), () -> follow(page, rows)));
    }

    private static boolean isHere(Row row) {
        return row.how() == How.CODE || row.how() == How.UNTIL;
    }

    private static void follow(DocPage page, List<Row> rows) throws IOException {
        Path directory = Files.createTempDirectory("strata-docs");
        try {
            Desk desk = Desk.of(page, directory);
            for (Step step : page.steps()) {
                Row row = Plan.of(step, rows);
                if (row.how() == How.CODE) {
                    run(desk, step, Integer.parseInt(row.detail()));
                } else if (row.how() == How.UNTIL) {
                    runUntilShown(desk, step);
                }
            }
        } finally {
            command("rm", "-rf", directory.toString()).run();
        }
    }

    private static void run(Desk desk, Step step, int code) {
        Result result = null;
        for (String command : commands(step.command())) {
            result = desk.shell(command, step.input()).run();
            if (result.code() == code && differences(step, result.lines()).isEmpty()) {
                return;
            }
        }
        assertThat(result.code()).as("%s%n%s", step.place(), result.text()).isEqualTo(code);
        compare(step, result.lines());
    }

    /**
     * Returns what is run for a command of a page until it prints what the page shows. Two seconds
     * are too few to see ranks wait that have to start first; a million messages between more ranks
     * than cores take minutes where others want the cores, too.
     */
    private static List<String> commands(String shown) {
        String command = shown.replace("SlowJob.java small", "SlowJob.java small --steps 4");
        return command.contains(LIMIT + "2 ")
                ? IntStream.of(LIMITS)
                        .mapToObj(seconds -> command.replace(LIMIT + "2 ", LIMIT + seconds + " "))
                        .toList()
                : List.of(command);
    }

    /** A command of the page that waits for somebody, such as a debugger or a signal. */
    private static void runUntilShown(Desk desk, Step step) {
        String words = step.command().replaceFirst(" &$", "");
        try (JobRunner.Running job = desk.shell("exec " + words, step.input()).start()) {
            job.awaitOut(text ->
                    Shown.differences(step.output(), text.lines().toList()).stream()
                            .noneMatch(line -> line.startsWith("not printed")));
            compare(step, job.outSoFar().lines().toList());
            job.signal("INT");
            job.await();
        }
    }

    /** The report depends on when the ranks are asked: it is asked for until it is the page's. */
    @Test
    void theHangOfTheGuide() throws IOException {
        DocPage page = DocPage.read(JobRunner.root(), "docs/guide/debugging.md");
        Step start = page.steps().getFirst();
        Step ask = page.steps().get(1);
        assertThat(ask.command()).isEqualTo("kill -USR2 $!");
        Path directory = Files.createTempDirectory("strata-docs");
        String words = start.command().replaceFirst(" &$", "");
        try (JobRunner.Running job = Desk.of(page, directory).shell("exec " + words, "").start()) {
            // A signal ends the shell that becomes mpirun.
            Awaitility.await()
                    .until(() -> job.handle().descendants().count() >= RANKS || !job.inTime());
            List<String> differences;
            do {
                // Ranks that have just been started may give no stacks: the next answer has them.
                int known = stacks(job.outSoFar());
                job.signal("USR2");
                Awaitility.await().until(() -> stacks(job.outSoFar()) > known || !job.inTime());
                String all = job.outSoFar();
                String last = all.substring(Math.max(0, all.lastIndexOf("mpirun: job ")));
                differences = Shown.differences(ask.output(), last.lines().toList());
            } while (!differences.isEmpty() && job.inTime());
            assertThat(differences).isEmpty();
            job.signal("INT");
            job.await();
        } finally {
            command("rm", "-rf", directory.toString()).run();
        }
    }

    /** Returns the number of whole reports: the line about stacks is the last one. */
    private static int stacks(String text) {
        return text.split("(?m)^(stacks: |  \\d.*has not called MPI.Init)", -1).length;
    }

    private static void compare(Step step, List<String> printed) {
        assertThat(differences(step, printed))
                .as("%s%nprinted:%n%s", step.place(), String.join("\n", printed))
                .isEmpty();
    }

    private static List<String> differences(Step step, List<String> printed) {
        return step.output().isEmpty() ? List.of() : Shown.differences(step.output(), printed);
    }
}
