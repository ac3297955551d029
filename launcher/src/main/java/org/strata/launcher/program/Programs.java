package org.strata.launcher.program;

import org.strata.launcher.cli.JobRequest.Api;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.raw.RawPath;
import org.strata.launcher.raw.RawText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds a program and makes the words that start it. */
public final class Programs {
    private static final int LONGEST_WORD = 100_000;

    private final Distribution distribution;
    private final Path ownJava;
    private final Api api;
    private final List<String> notices = new ArrayList<>();

    /**
     * @param distribution what java programs get on their class path
     * @param ownJava the java command of the installation that mpirun runs on
     * @param api the package mpi that java programs get; null: the one on their class path
     */
    public Programs(Distribution distribution, Path ownJava, Api api) {
        this.distribution = distribution;
        this.ownJava = ownJava;
        this.api = api;
    }

    /** Returns what to print about the programs resolved so far. */
    public List<String> notices() {
        return notices;
    }

    /** Returns the java command of the installation that this process runs on. */
    public static Path ownJava() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /**
     * What to start.
     *
     * @param words the command line, program first
     * @param name value of OMPI_COMMAND: the main class, or the program
     * @param arguments value of OMPI_ARGV
     * @param java whether the program is a java command
     * @param source the source program to compile first, or null
     * @param wrapper number of words before the java command, such as those of taskset
     * @param variables what the program's environment has beside that of all ranks
     */
    public record Launch(
            List<String> words,
            String name,
            List<String> arguments,
            boolean java,
            SourceProgram source,
            int wrapper,
            Map<String, String> variables) {
        /** A program that is compiled already, or is no java command. */
        public Launch(List<String> words, String name, List<String> arguments, boolean java) {
            this(words, name, arguments, java, null, 0, Map.of());
        }

        /**
         * Returns words of this program that the kernel takes: no word of a command line may be
         * longer than 128 KB, which class paths from argument files can be. They go into an
         * argument file again.
         *
         * @param words the command line of a rank
         * @param file where to write it if need be
         */
        public List<String> fitting(List<String> words, Path file) throws IOException {
            if (!java || words.stream().allMatch(word -> word.length() <= LONGEST_WORD)) {
                return words;
            }
            int behind = wrapper + 1;
            String text = ArgumentFile.format(words.subList(behind, words.size()));
            Files.write(file, RawText.encode(text));
            List<String> fitting = new ArrayList<>(words.subList(0, behind));
            fitting.add("@" + file);
            return fitting;
        }
    }

    /**
     * Resolves a command.
     *
     * @param command program and arguments as given
     * @param environment the environment it will have
     * @param directory the working directory it will have
     * @throws UsageException when it cannot be started
     */
    public Launch resolve(List<String> command, Map<String, String> environment, Path directory)
            throws UsageException {
        String program = command.getFirst();
        List<String> arguments = command.subList(1, command.size());
        if (program.equals("java")) {
            return java(ownJava, arguments, environment, directory);
        }
        Path found = find(program, environment.getOrDefault("PATH", ""), directory);
        if (found.getFileName().toString().equals("java")) {
            Jdk.check(found);
            return java(found, arguments, environment, directory);
        }
        List<String> words = new ArrayList<>(command);
        words.set(0, RawPath.text(found));
        Map<String, String> variables = surroundings(environment, directory);
        Wrapper wrapper = Wrapper.of(words, environment, directory);
        if (wrapper == null) {
            return new Launch(words, program, arguments, false, null, 0, variables);
        }
        int java = wrapper.java();
        Launch inner = resolve(words.subList(java, words.size()), wrapper.environment(), directory);
        List<String> wrapped = new ArrayList<>(words.subList(0, java));
        wrapped.addAll(inner.words());
        // What is to be compiled, each rank compiles.
        return new Launch(wrapped, program, arguments, true, null, java, variables);
    }

    /** Returns what lets a java command that the program may start find our Java and our jar. */
    private Map<String, String> surroundings(Map<String, String> environment, Path directory)
            throws UsageException {
        String path = environment.getOrDefault("CLASSPATH", "");
        Distribution chosen = ApiJars.choose(distribution, api, directory, path, notices);
        return new JavaSurroundings(chosen, ownJava, environment, directory).variables();
    }

    private Launch java(
            Path java, List<String> arguments, Map<String, String> environment, Path directory)
            throws UsageException {
        JavaCommand parsed = new JavaCommandParser(directory).parse(arguments);
        String path = new JavaLaunch(distribution, environment, directory).classPath(parsed);
        Distribution chosen = ApiJars.choose(distribution, api, directory, path, notices);
        JavaLaunch launch = new JavaLaunch(chosen, environment, directory);
        String name = parsed.main() == null ? "java" : parsed.main();
        SourceProgram source =
                SourceProgram.of(java, chosen, parsed, launch, environment, directory);
        List<String> words = words(java, launch, parsed);
        return new Launch(words, name, parsed.arguments(), true, source, 0, Map.of());
    }

    /** Returns the launch of a java command under another name. */
    static Launch launch(Path java, JavaLaunch launch, JavaCommand command, String name) {
        try {
            return new Launch(words(java, launch, command), name, command.arguments(), true);
        } catch (UsageException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> words(Path java, JavaLaunch launch, JavaCommand command)
            throws UsageException {
        List<String> words = new ArrayList<>();
        words.add(RawPath.text(java));
        words.addAll(launch.rewrite(command));
        return words;
    }

    /** Returns the file of a program, or null. */
    static Path lookUp(String program, String path, Path directory) {
        try {
            return find(program, path, directory);
        } catch (UsageException | InvalidPathException e) {
            return null;
        }
    }

    private static Path find(String program, String path, Path directory) throws UsageException {
        if (program.indexOf('/') >= 0) {
            Path given = RawPath.resolve(directory, program);
            if (Files.isRegularFile(given) && Files.isExecutable(given)) {
                return given;
            }
            String problem = Files.exists(given) ? "is not an executable file" : "does not exist";
            throw notFound(program, RawPath.text(given) + " " + problem + ".");
        }
        for (String folder : path.split(":", -1)) {
            Path candidate = RawPath.resolve(RawPath.resolve(directory, folder), program);
            if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        // Open MPI looks there, too, and scripts of its users name a program without ./ so.
        Path here = RawPath.resolve(directory, program);
        if (!program.isEmpty() && Files.isRegularFile(here) && Files.isExecutable(here)) {
            return here;
        }
        throw notFound(
                program,
                "No directory of PATH has it, nor the working directory "
                        + RawPath.text(directory)
                        + ".");
    }

    private static UsageException notFound(String program, String why) {
        String what = "mpirun cannot start the program \"" + program + "\": it was not found.";
        return new UsageException(what, why);
    }
}
