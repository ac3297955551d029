package org.strata.launcher.program;

import org.strata.ess.own.ThreadBinding;
import org.strata.launcher.cli.JobRequest.Api;
import org.strata.launcher.cli.ProgramJar;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.program.Distribution.Cache;
import org.strata.launcher.program.JavaCommand.MainKind;
import org.strata.launcher.raw.RawPath;
import org.strata.opal.platform.Platform;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;

/** Adds what Strata needs to a java command line: class path, native access, start-up cache. */
final class JavaLaunch {
    private static final String PATH = File.pathSeparator;
    static final List<String> OPTION_VARIABLES =
            List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    /** Options about caches: the JVM refuses to start with both. */
    private static final List<String> OWN_CACHE =
            List.of(
                    "-XX:AOT",
                    "-XX:SharedArchiveFile",
                    "-XX:SharedClassListFile",
                    "-XX:ArchiveClassesAtExit",
                    "-XX:DumpLoadedClassList",
                    "-Xshare");

    /**
     * Lets {@code opal.memory.Memory} use the JDK's own accesses to memory: each is one method for
     * the JIT compilers, a portable one is a dozen. The start-up caches fit this option, too.
     */
    static final String DIRECT_MEMORY = "--add-exports=java.base/jdk.internal.misc=";

    /**
     * With portable accesses to memory the path of a message is deeper than the JVM inlines by
     * itself, since each of them is a dozen methods of the JDK. With direct ones the JVM's own
     * limits give the same steady state, and less to compile before it.
     */
    private static final List<String> DEEP_INLINING =
            List.of("-XX:MaxInlineLevel=40", "-XX:InlineSmallCode=4000");

    /**
     * Five times the JVM's thresholds of the first compilation: most of what a rank compiles while
     * it starts is code of the JDK and of the wiring that never runs again, and all ranks of a host
     * start at once. The path of a message does not wait for them: the cache has its profiles.
     */
    private static final List<String> FEW_COMPILATIONS =
            List.of(
                    "-XX:Tier3InvocationThreshold=1000",
                    "-XX:Tier3MinInvocationThreshold=500",
                    "-XX:Tier3CompileThreshold=10000");

    private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";

    /** Jars and directories with components; the scripts put them on the launcher's class path. */
    private static final String COMPONENTS = "STRATA_COMPONENTS";

    private final Distribution distribution;
    private final Map<String, String> environment;
    private final Path directory;

    /**
     * @param distribution where mpi.jar is
     * @param environment the ranks' environment
     * @param directory the ranks' working directory
     */
    JavaLaunch(Distribution distribution, Map<String, String> environment, Path directory) {
        this.distribution = distribution;
        this.environment = environment;
        this.directory = directory;
    }

    /** Returns the words that follow the word {@code java}. */
    List<String> rewrite(JavaCommand command) throws UsageException {
        List<String> words = new ArrayList<>();
        words.add("--enable-native-access=ALL-UNNAMED");
        addDirectMemory(command, words);
        addCollector(command, words);
        addInlining(command, words);
        addCache(command, words);
        switch (command.kind()) {
            case MODULE -> module(command, words);
            case JAR -> jar(command, words);
            case COMPILED -> onClassPath(command, command.classPath(), command.main(), words);
            default -> onClassPath(command, classPath(command), command.main(), words);
        }
        words.addAll(command.arguments());
        return words;
    }

    /**
     * The compiler of the source launcher takes no exports of the JDK's beside a release, which
     * preview features imply.
     */
    private static void addDirectMemory(JavaCommand command, List<String> words) {
        boolean released =
                command.kind() == MainKind.SOURCE
                        && command.hasOption(option ->
                                option.startsWith("--source") || option.equals("--enable-preview"));
        if (!released) {
            boolean module = command.kind() == MainKind.MODULE;
            words.add(DIRECT_MEMORY + (module ? "mpi" : "ALL-UNNAMED"));
        } else {
            words.addAll(DEEP_INLINING);
        }
    }

    private void onClassPath(
            JavaCommand command, String classPath, String main, List<String> words) {
        words.addAll(command.options());
        if (command.modulePath() != null) {
            words.addAll(List.of("--module-path", command.modulePath()));
        }
        words.addAll(List.of("-cp", behindOurs(classPath)));
        if (main != null) {
            words.add(main);
        }
    }

    /**
     * The start-up cache fits class paths that begin with our jar; it needs to be there only once.
     * Components from outside the distribution follow it.
     */
    String behindOurs(String classPath) {
        String ours = distribution.jar().toString();
        StringBuilder joined = new StringBuilder(ourPath());
        for (String entry : classPath.split(PATH, -1)) {
            if (!entry.equals(ours) && !ApiJars.isOther(directory, entry, distribution)) {
                joined.append(PATH).append(entry);
            }
        }
        return joined.toString();
    }

    /** Returns our jar, and the components from outside. */
    String ourPath() {
        String components = environment.getOrDefault(COMPONENTS, "");
        return distribution.jar() + (components.isEmpty() ? "" : PATH + components);
    }

    /**
     * Returns the class path of a program without our jar. As with Open MPI, the working directory
     * comes first, also where {@code -cp} or CLASSPATH say another class path. Who makes or names a
     * start-up cache says the whole class path: the cache fits that one only, and the JVM makes
     * none with a directory in it.
     */
    String classPath(JavaCommand command) throws UsageException {
        String given = given(command);
        boolean exact = command.hasOption(JavaLaunch::namesCache) && !given.isEmpty();
        return exact ? given : fromHere(given);
    }

    /** Returns a class path with the working directory in front. */
    String fromHere(String given) {
        String here = here();
        StringBuilder joined = new StringBuilder(here);
        for (String entry : given.split(PATH, -1)) {
            if (!entry.isEmpty() && !entry.equals(".") && !entry.equals(here)) {
                joined.append(PATH).append(entry);
            }
        }
        return joined.toString();
    }

    /** A directory whose name has a colon cannot be an entry of a class path under that name. */
    private String here() {
        String here = RawPath.text(directory);
        return here.contains(PATH) || here.isEmpty() ? "." : here;
    }

    /** The java command reads JDK_JAVA_OPTIONS in front of its own words; our -cp would hide it. */
    private String given(JavaCommand command) throws UsageException {
        if (command.classPath() != null) {
            return command.classPath();
        }
        String options = environment.getOrDefault("JDK_JAVA_OPTIONS", "");
        if (!options.isBlank()) {
            List<String> words = ArgumentFile.parse(options);
            String path = new JavaCommandParser(directory).parse(words).classPath();
            if (path != null) {
                return path;
            }
        }
        return environment.getOrDefault("CLASSPATH", "");
    }

    /**
     * With several jars on the class path the manifest's words must be said as options. The JVM
     * leaves out what {@code -cp} says; so do we. The working directory is behind the jar: nothing
     * there takes the place of what is in the jar.
     */
    private void jar(JavaCommand command, List<String> words) throws UsageException {
        Attributes attributes = ProgramJar.attributes(directory, command.main());
        String main = attributes.getValue(Attributes.Name.MAIN_CLASS);
        addOpenings(attributes.getValue("Add-Exports"), "--add-exports", words);
        addOpenings(attributes.getValue("Add-Opens"), "--add-opens", words);
        onClassPath(command, command.main() + PATH + here(), main.strip(), words);
    }

    private static void addOpenings(String value, String option, List<String> words) {
        if (value != null) {
            for (String each : value.strip().split("\\s+")) {
                words.add(option + "=" + each + "=ALL-UNNAMED");
            }
        }
    }

    /** Asking for module mpi makes naming it in options no surprise where nothing requires it. */
    private void module(JavaCommand command, List<String> words) throws UsageException {
        words.addAll(command.options());
        String before = command.modulePath() == null ? "" : command.modulePath() + PATH;
        words.addAll(List.of("--module-path", before + distribution.jar()));
        words.addAll(List.of("--add-modules", "mpi", "--enable-native-access=mpi"));
        words.addAll(List.of("-cp", classPath(command)));
        words.addAll(List.of("-m", command.main()));
    }

    /** Serial starts fastest and needs the fewest threads; who wants another collector says so. */
    private void addCollector(JavaCommand command, List<String> words) {
        if (!command.hasOption(JavaLaunch::choosesCollector) && !inVariables("GC")) {
            words.add("-XX:+UseSerialGC");
        }
    }

    /**
     * Who steers the compiler does it alone; strata-train only adds what it leaves to the
     * interpreter.
     */
    private void addInlining(JavaCommand command, List<String> words) {
        boolean steered =
                command.hasOption(option -> option.startsWith("-XX:CompileCommand"))
                        && !command.hasOption(option -> option.startsWith("-XX:AOTCacheOutput"));
        if (!steered && !inVariables("CompileCommand")) {
            words.addAll(CompileCommands.options(distribution.isOf(Api.MPJ), Platform.current()));
        }
        words.addAll(FEW_COMPILATIONS);
        boolean quick = "quick".equals(environment.get(ThreadBinding.JIT));
        if (quick && !command.hasOption(JavaLaunch::choosesCompilers)) {
            words.add(FIRST_COMPILER_ONLY);
        }
    }

    private static boolean choosesCompilers(String option) {
        return option.startsWith("-XX:TieredStopAtLevel")
                || option.endsWith("TieredCompilation")
                || option.equals("-Xint");
    }

    private static boolean choosesCollector(String option) {
        return (option.startsWith("-XX:+Use") && option.endsWith("GC"))
                || option.startsWith("-XX:Flags")
                || option.startsWith("-XX:VMOptionsFile");
    }

    boolean inVariables(String text) {
        return OPTION_VARIABLES.stream()
                .anyMatch(name -> environment.getOrDefault(name, "").contains(text));
    }

    private void addCache(JavaCommand command, List<String> words) {
        Path cache = distribution.cache(kind(command));
        boolean possible =
                cache != null
                        && command.kind() != MainKind.MODULE
                        && !command.hasOption(JavaLaunch::namesCache)
                        && OWN_CACHE.stream().noneMatch(this::inVariables);
        if (possible) {
            words.addAll(Distribution.cacheOptions(cache));
        }
    }

    private Cache kind(JavaCommand command) {
        if (command.kind() == MainKind.SOURCE) {
            return Cache.SOURCE;
        }
        return environment.containsKey(Distribution.ADAPTERS) ? Cache.OPENIB : Cache.RANK;
    }

    static boolean namesCache(String option) {
        return OWN_CACHE.stream().anyMatch(option::startsWith);
    }
}
