package org.strata.launcher.cli;

import org.strata.launcher.ras.HostFile;
import org.strata.launcher.raw.RawPath;
import org.strata.mca.base.Suggestions;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The options of MPJ Express' {@code mpjrun.sh} and FastMPJ's {@code fmpjrun} as words of mpirun.
 * Options that begin with a dash and are none of MPJ Express' go to the ranks' JVMs, as there.
 */
public final class MpjOptions {
    /** The help text; {@code @} stands for the name of the command. */
    private static final String HELP =
            """
            @ [OPTIONS] CLASS [ARGUMENTS...]
            @ [OPTIONS] -class CLASS [ARGUMENTS...]
            @ [OPTIONS] -jar JAR [ARGUMENTS...]
            Runs a program with the API of MPJ Express, FastMPJ or mpiJava: mpirun with the options
            of mpjrun.sh and fmpjrun.
              -np N               number of processes; without it one per slot
              -dev DEVICE         multicore, niodev, hybdev (hybrid), native, mxdev, and FastMPJ's
                                  smdev, ibvdev, psmdev; all the same: processes that communicate
                                  over the best of their links
              -wdir DIR           working directory of the processes
              -cp, -classpath PATH
                                  class path of the program
              -debug PORT         have rank r wait for a debugger on port PORT + r
              -class CLASS        run this class
              -jar JAR            run the main class of a jar; so does JAR in the place of CLASS
              -machinesfile, -machinefile FILE
                                  file of hosts, one per line: one process on each, then equal
                                  blocks; without it the file "machines", if it is there and
                                  -dev is not multicore. fmpjrun and mpjrun_errdetect_wrapper.sh
                                  start one process per line where -np is not given
              -h, -help           print this
              -v, -version        print the version
            mpjrun.sh reads these options also behind CLASS or JAR; for fmpjrun all words there are
            arguments. Others before it, such as -Xmx1g or -Dname=value, go to the JVMs of the
            processes. mpjrun_errdetect_wrapper.sh FILE OPTIONS... is mpjrun.sh -machinesfile FILE.
            The program's arguments follow three others, as in MPJ Express: its rank, the number of
            processes, the device. MPI.Init returns the arguments without them.
            Everything else is mpirun's: mpirun --api mpj OPTIONS java CLASS ARGUMENTS...\
            """;

    /** The commands that these options belong to. */
    public enum Command {
        /** MPJ Express' launcher: its options may stand anywhere. */
        MPJRUN,
        /** FastMPJ's launcher: what is behind the program are its arguments. */
        FMPJRUN,
        /**
         * MPJ Express' launcher with the hosts' file as the first word, as batch scripts wrap it.
         */
        NODE_FILE;

        /** Returns the command of a name that users type. */
        public static Command of(String name) {
            if (name.startsWith("fmpjrun")) {
                return FMPJRUN;
            }
            return name.startsWith("mpjrun_") ? NODE_FILE : MPJRUN;
        }
    }

    private static final Set<String> DEVICES =
            Set.of(
                    "multicore",
                    "smpdev",
                    "niodev",
                    "hybdev",
                    "hybrid",
                    "native",
                    "mxdev",
                    "smdev",
                    "ibvdev",
                    "psmdev");

    /** Options about daemons, ports and limits of MPJ Express. */
    private static final Set<String> WITHOUT_EFFECT = Set.of("-src", "-profile");

    /** The same, each with a value; those of YARN have none without {@code -yarn}, as there. */
    private static final Set<String> VALUE_WITHOUT_EFFECT =
            Set.of(
                    "-dport",
                    "-mpjport",
                    "-psl",
                    "-mxboardnum",
                    "-headnodeip",
                    "-portrange",
                    "-amMem",
                    "-amCores",
                    "-containerMem",
                    "-containerCores",
                    "-yarnQueue",
                    "-appName",
                    "-amPriority",
                    "-mpjContainerPriority",
                    "-hdfsFolder");

    private static final String STARTER = "org.strata.mpj.ProgramStarter";
    private static final String SOURCE = ".java";
    private static final String JAR = ".jar";
    private static final Set<String> REFUSED = Set.of("-yarn", "-debugYarn");

    private static final Set<String> OWN =
            Set.of(
                    "-np",
                    "-dev",
                    "-wdir",
                    "-cp",
                    "-classpath",
                    "-class",
                    "-jar",
                    "-machinesfile",
                    "-machinefile");

    /** Options of the java command begin so; a word that does not may be a typo. */
    private static final List<String> JVM =
            List.of(
                    "-X",
                    "-D",
                    "--",
                    "-agent",
                    "-javaagent",
                    "-ea",
                    "-da",
                    "-esa",
                    "-dsa",
                    "-enable",
                    "-disable",
                    "-verbose",
                    "-server",
                    "-client",
                    "-show",
                    "-splash",
                    "-d32",
                    "-d64",
                    "-mx",
                    "-ms",
                    "-ss");

    /** Of these MPJ Express reads the machines file; multicore needs none. */
    private static final Set<String> ON_HOSTS = Set.of("niodev", "hybdev", "hybrid", "mxdev");

    private static final String MACHINES = "machines";

    private final Command command;
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

    private MpjOptions(Command command, Path directory, int processors) {
        this.command = command;
        this.directory = directory;
        this.processors = processors;
    }

    /**
     * Translates a command line.
     *
     * @param command whose it is
     * @param directory the working directory of mpjrun
     * @param processors the number of processes on hosts of a file, where {@code -np} is not given
     * @throws UsageException when it makes no sense
     */
    public static MpjOptions parse(
            Command command, List<String> words, Path directory, int processors)
            throws UsageException {
        MpjOptions options = new MpjOptions(command, directory, processors);
        options.read(options.withoutNodeFile(words));
        options.addHosts();
        options.resolve();
        return options;
    }

    /** Returns whether help was asked for. */
    public boolean help() {
        return help;
    }

    /** Returns the help text of a command. */
    public static String help(String name) {
        return HELP.replace("@", name);
    }

    /** Returns the options given that have no effect. */
    public List<String> ignored() {
        return ignored;
    }

    /** Takes the file of hosts from the first word, where that is its place. */
    private List<String> withoutNodeFile(List<String> words) {
        boolean named =
                command == Command.NODE_FILE
                        && !words.isEmpty()
                        && !words.getFirst().startsWith("-");
        if (named) {
            machines = words.getFirst();
        }
        return named ? words.subList(1, words.size()) : words;
    }

    /** As in MPJ Express, options are read wherever they stand; in FastMPJ, before the program. */
    private void read(List<String> words) throws UsageException {
        help = words.isEmpty();
        int next = 0;
        while (next < words.size()) {
            String word = words.get(next++);
            ForeignDash.refuse(word);
            boolean before = jar == null && main == null;
            if (!before && command == Command.FMPJRUN) {
                arguments.add(word);
                continue;
            }
            switch (word) {
                case "-np" -> count = value(words, next++);
                case "-dev" -> device = device(value(words, next++));
                case "-wdir" -> workingDirectory = value(words, next++);
                case "-machinesfile", "-machinefile" -> machines = value(words, next++);
                case "-cp", "-classpath" -> classPath = value(words, next++);
                case "-debug" ->
                        mpirun.addAll(List.of("--jdwp", value(words, next++) + ",suspend"));
                case "-h" -> help = true;
                default -> next += before ? beforeMain(word, words, next) : behindMain(word);
            }
        }
        if (jar == null && main == null && !help && !version) {
            String name = command == Command.FMPJRUN ? "fmpjrun" : "mpjrun.sh";
            throw new UsageException(
                    "No program was given.",
                    "Example: " + name + " -np 4 Hello",
                    "\"" + name + " -h\" lists all options.");
        }
    }

    /** Reads another word in front of the program; returns the number of its values. */
    private int beforeMain(String word, List<String> words, int next) throws UsageException {
        switch (word) {
            case "-jar" -> {
                jar = value(words, next);
                return 1;
            }
            case "-class" -> {
                main = value(words, next);
                return 1;
            }
            case "-help", "--help" -> help = true;
            case "-v", "-version", "--version" -> version = true;
            default -> {
                if (word.startsWith("-")) {
                    return other(word);
                }
                // MPJ Express runs a jar also where -jar is not in front of it.
                if (word.endsWith(JAR)) {
                    jar = word;
                } else {
                    main = word;
                }
            }
        }
        return 0;
    }

    /** Reads another word behind the program; returns the number of its values. */
    private int behindMain(String word) throws UsageException {
        if (REFUSED.contains(word) || hasNoEffect(word)) {
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
        Path file = RawPath.resolve(directory, machines == null ? MACHINES : machines);
        boolean onHosts = machines != null || (byDefault && Files.isRegularFile(file));
        if (help || version || !onHosts) {
            addCount(count);
            return;
        }
        List<String> lines = HostFile.lines(file, "the machines file");
        List<String> hosts = lines.stream().distinct().toList();
        if (!hosts.stream().allMatch(MpjOptions::isPlain)) {
            // Not MPJ Express' form: slots are counted, and filled as mpirun does.
            addCount(count);
            mpirun.addAll(List.of("--hostfile", RawPath.text(file), "--oversubscribe"));
            return;
        }
        if (count == null && command != Command.MPJRUN) {
            mpirun.addAll(List.of("--host", perLine(hosts, lines)));
            return;
        }
        int all = count == null ? processors : Numbers.positive(count, "-np");
        addCount(String.valueOf(all));
        mpirun.addAll(List.of("--host", blocks(hosts, all)));
    }

    /** What is here is not where the processes run; a jar that is not here runs nowhere. */
    private void resolve() throws UsageException {
        if (jar != null && !help && !version) {
            ProgramJar.attributes(directory, jar);
        }
        if (workingDirectory != null && jar != null) {
            jar = RawPath.text(RawPath.resolve(directory, jar));
        } else if (workingDirectory != null && main != null && main.endsWith(SOURCE)) {
            main = RawPath.text(RawPath.resolve(directory, main));
        }
    }

    private void addCount(String number) throws UsageException {
        if (number != null) {
            mpirun.addAll(List.of("-np", "" + Numbers.positive(number, "-np")));
        }
    }

    private static boolean isPlain(String line) {
        boolean address = line.indexOf(':') != line.lastIndexOf(':');
        return !line.contains("=")
                && line.split("\\s+").length == 1
                && (address || !line.contains(":"));
    }

    private static String blocks(List<String> hosts, int processes) throws UsageException {
        StringJoiner list = joiner(hosts);
        int used = Math.min(hosts.size(), processes);
        for (int i = 0; i < used; i++) {
            int block = processes / used + (i < processes % used ? 1 : 0);
            list.add(slots(hosts.get(i), block));
        }
        return list.toString();
    }

    /** A batch system's file has a line per process that a host is to run. */
    private static String perLine(List<String> hosts, List<String> lines) throws UsageException {
        StringJoiner list = joiner(hosts);
        for (String host : hosts) {
            list.add(slots(host, Collections.frequency(lines, host)));
        }
        return list.toString();
    }

    private static StringJoiner joiner(List<String> hosts) throws UsageException {
        if (hosts.isEmpty()) {
            throw new UsageException("The machines file names no host.");
        }
        return new StringJoiner(",");
    }

    private static String slots(String host, int count) {
        boolean address = host.contains(":") && !host.startsWith("[");
        return (address ? "[" + host + "]" : host) + ":" + count;
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
                            + ": the devices are multicore, niodev, hybdev, native, mxdev, and"
                            + " FastMPJ's smdev, ibvdev and psmdev.");
        }
        return name;
    }

    private static boolean hasNoEffect(String word) {
        return WITHOUT_EFFECT.contains(word) || VALUE_WITHOUT_EFFECT.contains(word);
    }

    /** Reads an option that mpirun does not have; returns the number of its values. */
    private int other(String word) throws UsageException {
        if (REFUSED.contains(word)) {
            throw new UsageException(
                    "The option " + word + " of MPJ Express is not supported.",
                    "docs/mpj.md lists those that are.");
        }
        if (hasNoEffect(word)) {
            ignored.add(word);
            return VALUE_WITHOUT_EFFECT.contains(word) ? 1 : 0;
        }
        List<String> meant = Suggestions.nearest(word, OWN);
        if (JVM.stream().noneMatch(word::startsWith) && !meant.isEmpty()) {
            throw new UsageException(
                    "There is no option \"" + word + "\".",
                    "Did you mean " + String.join(" or ", meant) + "?");
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
