package org.strata.launcher.cli;

import org.strata.launcher.ras.HostFile;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

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
              -machinesfile FILE  file of hosts, one per line: one process on each, then equal
                                  blocks; without it the file "machines", if it is there and
                                  -dev is not multicore
              -h, -help           print this
              -v, -version        print the version
            These options may also stand behind CLASS or JAR. Others before it, such as -Xmx1g or
            -Dname=value, go to the JVMs of the processes; what else is behind it are arguments.
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

    private static final String STARTER = "org.strata.mpj.ProgramStarter";
    private static final String SOURCE = ".java";
    private static final Set<String> REFUSED = Set.of("-debug", "-yarn", "-debugYarn");

    /** Of these MPJ Express reads the machines file; multicore needs none. */
    private static final Set<String> ON_HOSTS = Set.of("niodev", "hybdev", "hybrid", "mxdev");

    private static final String MACHINES = "machines";

    private final Path directory;
    private final int processors;
    private final List<String> mpirun = new ArrayList<>(List.of("--api", "mpj"));
    private final List<String> jvm = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private String count;
    private String machines;
    private String device = "multicore";
    private String workingDirectory;
    private String classPath;
    private String jar;
    private String main;
    private boolean help;
    private boolean version;

    private MpjOptions(Path directory, int processors) {
        this.directory = directory;
        this.processors = processors;
    }

    /**
     * Translates a command line.
     *
     * @param directory the working directory of mpjrun
     * @param processors the number of processes on hosts of a file, where {@code -np} is not given
     * @throws UsageException when it makes no sense
     */
    public static MpjOptions parse(List<String> words, Path directory, int processors)
            throws UsageException {
        MpjOptions options = new MpjOptions(directory, processors);
        options.read(words);
        options.addHosts();
        options.resolve();
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

    /** As in MPJ Express, options are read wherever they stand. */
    private void read(List<String> words) throws UsageException {
        int next = 0;
        while (next < words.size()) {
            String word = words.get(next++);
            boolean before = jar == null && main == null;
            switch (word) {
                case "-np" -> count = value(words, next++);
                case "-dev" -> device = device(value(words, next++));
                case "-wdir" -> workingDirectory = value(words, next++);
                case "-machinesfile" -> machines = value(words, next++);
                case "-cp", "-classpath" -> classPath = value(words, next++);
                case "-h" -> help = true;
                default -> next += before ? beforeMain(word, words, next) : behindMain(word);
            }
        }
        if (jar == null && main == null && !help && !version) {
            throw new UsageException(
                    "No program was given.",
                    "Example: mpjrun.sh -np 4 Hello",
                    "\"mpjrun.sh -h\" lists all options.");
        }
    }

    /** Reads another word in front of the program; returns the number of its values. */
    private int beforeMain(String word, List<String> words, int next) throws UsageException {
        switch (word) {
            case "-jar" -> {
                jar = value(words, next);
                return 1;
            }
            case "-help", "--help" -> help = true;
            case "-v", "-version", "--version" -> version = true;
            default -> {
                if (word.startsWith("-")) {
                    return other(word);
                }
                main = word;
            }
        }
        return 0;
    }

    /** Reads another word behind the program; returns the number of its values. */
    private int behindMain(String word) throws UsageException {
        if (REFUSED.contains(word) || WITHOUT_EFFECT.containsKey(word)) {
            return other(word);
        }
        arguments.add(word);
        return 0;
    }

    /**
     * MPJ Express puts one process on each of the first hosts of the file; where there are more
     * processes than hosts, each host has a block of them, and the first hosts have one more.
     */
    private void addHosts() throws UsageException {
        boolean byDefault = machines == null && ON_HOSTS.contains(device);
        Path file = directory.resolve(machines == null ? MACHINES : machines);
        boolean onHosts = machines != null || (byDefault && Files.isRegularFile(file));
        if (help || version || !onHosts) {
            addCount(count);
            return;
        }
        List<String> hosts = HostFile.lines(file, "the machines file").stream().distinct().toList();
        if (!hosts.stream().allMatch(MpjOptions::isPlain)) {
            // Not MPJ Express' form: slots are counted, and filled as mpirun does.
            addCount(count);
            mpirun.addAll(List.of("--hostfile", file.toString(), "--oversubscribe"));
            return;
        }
        int all = count == null ? processors : Numbers.count(count, "-np");
        addCount(String.valueOf(all));
        mpirun.addAll(List.of("--host", blocks(hosts, all)));
    }

    /** What is here is not where the processes run. */
    private void resolve() {
        if (workingDirectory != null && jar != null) {
            jar = directory.resolve(jar).toString();
        } else if (workingDirectory != null && main != null && main.endsWith(SOURCE)) {
            main = directory.resolve(main).toString();
        }
    }

    private void addCount(String number) {
        if (number != null) {
            mpirun.addAll(List.of("-np", number));
        }
    }

    private static boolean isPlain(String line) {
        boolean address = line.indexOf(':') != line.lastIndexOf(':');
        return !line.contains("=")
                && line.split("\\s+").length == 1
                && (address || !line.contains(":"));
    }

    private static String blocks(List<String> hosts, int processes) throws UsageException {
        if (hosts.isEmpty()) {
            throw new UsageException("The machines file names no host.");
        }
        StringJoiner list = new StringJoiner(",");
        int used = Math.min(hosts.size(), processes);
        for (int i = 0; i < used; i++) {
            int block = processes / used + (i < processes % used ? 1 : 0);
            boolean address = hosts.get(i).contains(":") && !hosts.get(i).startsWith("[");
            list.add((address ? "[" + hosts.get(i) + "]" : hosts.get(i)) + ":" + block);
        }
        return list.toString();
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
        if (workingDirectory != null) {
            words.addAll(List.of("--wdir", workingDirectory));
        }
        words.add("java");
        words.addAll(jvm);
        String path = path();
        if (!path.isEmpty()) {
            words.addAll(List.of("-cp", path));
        }
        if (jar != null) {
            words.addAll(List.of(STARTER, device, "-jar", jar));
        } else if (main.endsWith(SOURCE)) {
            words.add(main);
        } else {
            words.addAll(List.of(STARTER, device, main));
        }
        words.addAll(arguments);
        return words;
    }

    /**
     * The jar, or else the directory of mpjrun, is on the class path also with {@code -cp}; so is
     * the working directory, which mpirun adds.
     */
    private String path() {
        List<String> entries = new ArrayList<>();
        if (jar != null) {
            entries.add(jar);
        } else if (workingDirectory != null) {
            entries.add(directory.toString());
        }
        if (classPath != null) {
            entries.add(classPath);
        }
        return String.join(File.pathSeparator, entries);
    }
}
