package org.strata.launcher.cli;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The options of MPJ Express' {@code mpjrun.sh} as words of mpirun. Options that begin with a dash
 * and are none of MPJ Express' go to the ranks' JVMs, as there.
 */
public final class MpjOptions {
    /** The help text. */
    public static final String HELP =
            """
            mpjrun.sh [OPTIONS] CLASS [ARGUMENTS...]
            mpjrun.sh [OPTIONS] -jar JAR [ARGUMENTS...]
            Runs a program with the API of MPJ Express or mpiJava: mpirun with MPJ Express' options.
              -np N               number of processes; without it one per slot
              -dev DEVICE         multicore, niodev, hybdev (hybrid), native, mxdev; all the same:
                                  processes that communicate over the best of their links
              -wdir DIR           working directory of the processes
              -cp, -classpath PATH
                                  class path of the program
              -jar JAR            run the main class of a jar
              -machinesfile FILE  file of hosts, one per line
              -h, -help           print this
              -v, -version        print the version
            Other options, such as -Xmx1g or -Dname=value, go to the JVMs of the processes.
            The program's arguments follow three others, as in MPJ Express; MPI.Init returns them.
            Everything else is mpirun's: mpirun --api mpj OPTIONS java CLASS ARGUMENTS...\
            """;

    private static final Set<String> DEVICES =
            Set.of("multicore", "smpdev", "niodev", "hybdev", "hybrid", "native", "mxdev");

    /** Options about daemons, ports and limits of MPJ Express, with their values. */
    private static final Map<String, Integer> WITHOUT_EFFECT =
            Map.of(
                    "-dport",
                    1,
                    "-mpjport",
                    1,
                    "-psl",
                    1,
                    "-mxboardnum",
                    1,
                    "-headnodeip",
                    1,
                    "-portrange",
                    1,
                    "-src",
                    0,
                    "-profile",
                    0);

    private static final Set<String> REFUSED = Set.of("-debug", "-yarn", "-debugYarn");

    private final List<String> mpirun = new ArrayList<>(List.of("--api", "mpj"));
    private final List<String> jvm = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();
    private String device = "multicore";
    private String classPath;
    private String jar;
    private List<String> program = List.of();
    private boolean help;
    private boolean version;

    private MpjOptions() {}

    /**
     * Translates a command line.
     *
     * @throws UsageException when it makes no sense
     */
    public static MpjOptions parse(List<String> words) throws UsageException {
        MpjOptions options = new MpjOptions();
        options.read(words);
        return options;
    }

    /** Returns whether help was asked for. */
    public boolean help() {
        return help;
    }

    /** Returns the options given that have no effect. */
    public List<String> ignored() {
        return ignored;
    }

    private void read(List<String> words) throws UsageException {
        int next = 0;
        while (next < words.size() && words.get(next).startsWith("-") && jar == null) {
            String word = words.get(next++);
            switch (word) {
                case "-np" -> mpirun.addAll(List.of("-np", value(words, next++)));
                case "-dev" -> device = device(value(words, next++));
                case "-wdir" -> mpirun.addAll(List.of("--wdir", value(words, next++)));
                case "-machinesfile" ->
                        mpirun.addAll(
                                List.of("--hostfile", value(words, next++), "--oversubscribe"));
                case "-cp", "-classpath" -> classPath = value(words, next++);
                case "-jar" -> jar = value(words, next++);
                case "-h", "-help", "--help" -> help = true;
                case "-v", "-version", "--version" -> version = true;
                default -> next += other(word);
            }
        }
        program = words.subList(Math.min(next, words.size()), words.size());
        if (jar == null && program.isEmpty() && !help && !version) {
            throw new UsageException(
                    "No program was given.",
                    "Example: mpjrun.sh -np 4 Hello",
                    "\"mpjrun.sh -h\" lists all options.");
        }
    }

    private static String value(List<String> words, int index) throws UsageException {
        if (index >= words.size()) {
            throw new UsageException("The option " + words.getLast() + " needs a value.");
        }
        return words.get(index);
    }

    private static String device(String name) throws UsageException {
        if (!DEVICES.contains(name)) {
            throw new UsageException(
                    "-dev "
                            + name
                            + ": the devices are multicore, niodev, hybdev, native and mxdev.");
        }
        return name;
    }

    /** Reads an option that mpirun does not have; returns the number of its values. */
    private int other(String word) throws UsageException {
        if (REFUSED.contains(word)) {
            throw new UsageException(
                    "The option " + word + " of MPJ Express is not supported.",
                    "docs/mpj.md lists those that are.");
        }
        if (WITHOUT_EFFECT.containsKey(word)) {
            ignored.add(word);
            return WITHOUT_EFFECT.get(word);
        }
        jvm.add(word);
        return 0;
    }

    /** Returns the words of mpirun. */
    public List<String> words() {
        if (version) {
            return List.of("--version");
        }
        List<String> words = new ArrayList<>(mpirun);
        words.add("java");
        words.addAll(jvm);
        boolean source = jar == null && program.getFirst().endsWith(".java");
        String path = jar;
        if (classPath != null) {
            // As in MPJ Express, the working directory is on the class path in any case.
            path =
                    (jar == null ? "" : jar + File.pathSeparator)
                            + classPath
                            + File.pathSeparator
                            + ".";
        }
        if (path != null) {
            words.addAll(List.of("-cp", path));
        }
        if (!source) {
            words.addAll(List.of("org.strata.mpj.ProgramStarter", device));
        }
        if (jar != null) {
            words.addAll(List.of("-jar", jar));
        }
        words.addAll(program);
        return words;
    }
}
