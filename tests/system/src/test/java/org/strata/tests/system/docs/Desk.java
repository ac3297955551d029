package org.strata.tests.system.docs;

import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.jdk;
import static org.strata.tests.system.JobRunner.root;

import org.strata.tests.system.JobRunner;
import org.strata.tests.system.docs.DocPage.Block;
import org.strata.tests.system.docs.DocPage.Step;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The working directory of somebody who follows a page: the files that the page shows, those that
 * it takes for granted ({@code src/test/docs}), all of them compiled in {@code classes}, and the
 * checkout's directories and commands.
 */
final class Desk {
    private static final List<String> CHECKOUT =
            List.of("mpirun", "bin", "examples", "packaging", "benchmarks", "docs", "conf");
    private static final Pattern CLASS =
            Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");

    /** A script that says its name in its first comment. */
    private static final Pattern SCRIPT = Pattern.compile("\\A#!.*\n# ([\\w.]+\\.sh): ");

    private final Path directory;

    private Desk(Path directory) {
        this.directory = directory;
    }

    /** Returns the desk for a page, in an empty directory. */
    static Desk of(DocPage page, Path directory) throws IOException {
        for (String name : CHECKOUT) {
            Files.createSymbolicLink(directory.resolve(name), root().resolve(name));
        }
        copyAll(Plan.directory(), directory);
        Files.copy(root().resolve("examples/Ring.java"), directory.resolve("Ring.java"));
        for (Block block : page.blocks()) {
            place(block, directory);
        }
        Path submissions = Files.createDirectory(directory.resolve("submissions"));
        Files.copy(directory.resolve("Hello.java"), submissions.resolve("Hello.java"));
        Path classes = Files.createDirectory(directory.resolve("classes"));
        try (Stream<Path> files = Files.list(directory)) {
            Stream<String> words =
                    Stream.of(root() + "/dist/bin/mpijavac", "-nowarn", "-d", classes.toString());
            Stream<String> sources =
                    files.map(Path::toString).filter(file -> file.endsWith(".java")).sorted();
            command(Stream.concat(words, sources).toArray(String[]::new)).in(directory).run().ok();
        }
        return new Desk(directory);
    }

    private static void copyAll(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(file -> !file.toString().endsWith(".tsv")).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    /** A whole class, and what {@code $ cat FILE} shows, become files. */
    private static void place(Block block, Path directory) throws IOException {
        Matcher name = CLASS.matcher(block.text());
        if (block.language().equals("java") && block.text().contains(" main(") && name.find()) {
            Files.writeString(directory.resolve(name.group(1) + ".java"), block.text());
        }
        Matcher script = SCRIPT.matcher(block.text());
        if (script.find()) {
            write(directory.resolve(script.group(1)), block.text());
        }
        for (Step step : block.steps()) {
            if (step.command().matches("cat \\w+") && !step.output().isEmpty()) {
                Path file = directory.resolve(step.command().substring("cat ".length()));
                write(file, String.join("\n", step.output()) + "\n");
            }
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }

    /** Returns what runs text in a shell of this desk, both streams in one. */
    JobRunner shell(String script, String input) {
        return in(
                command("bash", "-c", script(script))
                        .stdin(input.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns a script whose variables are known to the next one of this desk. */
    static String script(String text) {
        return "exec 2>&1; [ ! -f .env ] || . ./.env\n"
                + text
                + "\ncode=$?; export -p >.env; exit $code";
    }

    /** Returns a command with this desk's directory and search path. */
    JobRunner in(JobRunner runner) {
        String path = root() + "/dist/bin:" + jdk() + "/bin:" + System.getenv("PATH");
        return runner.in(directory).env("PATH", path).env("JAVA_HOME", jdk().toString());
    }

    /** Returns the directory. */
    Path directory() {
        return directory;
    }

    @Override
    public String toString() {
        return Arrays.toString(directory.toFile().list());
    }
}
