package org.strata.launcher.program;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.program.Distribution.Cache;
import org.strata.launcher.program.JavaCommand.MainKind;
import org.strata.launcher.program.Programs.Launch;
import org.strata.launcher.raw.RawPath;
import org.strata.launcher.raw.RawText;
import org.strata.mca.base.Suggestions;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * A program given as source: {@code java Ring.java}. It is compiled once, before the first rank
 * starts; the ranks then run its classes. What needs the JDK's source launcher is started as it is,
 * and each rank compiles.
 */
public final class SourceProgram {
    private static final String SUFFIX = ".java";
    private static final String SOURCE = "--source";
    private static final String PREVIEW = "--enable-preview";
    private static final String EXPORTS = "--add-exports";

    /** The compiler needs them too, in ways of its own. */
    private static final List<String> ABOUT_MODULES =
            List.of("--add-modules", "--limit-modules", "--patch-module", "--upgrade-module-path");

    /** The cache fits these, which the source launcher has when the cache is trained. */
    private static final List<String> AS_TRAINED =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    JavaLaunch.DIRECT_MEMORY + "ALL-UNNAMED",
                    "--add-modules=ALL-DEFAULT");

    private final Path java;
    private final Distribution distribution;
    private final JavaCommand command;
    private final JavaLaunch launch;
    private final String classPath;
    private final Map<String, String> environment;
    private final Path directory;

    private SourceProgram(
            Path java,
            Distribution distribution,
            JavaCommand command,
            JavaLaunch launch,
            String classPath,
            Map<String, String> environment,
            Path directory) {
        this.java = java;
        this.distribution = distribution;
        this.command = command;
        this.launch = launch;
        this.classPath = classPath;
        this.environment = environment;
        this.directory = directory;
    }

    /**
     * The result of a compilation.
     *
     * @param status 0, or the exit code of a job whose program does not compile
     * @param output what the compiler printed
     * @param launch what to start
     */
    public record Compilation(int status, String output, Launch launch) {}

    /** Returns the program of a command, or null when the ranks run the command itself. */
    static SourceProgram of(
            Path java,
            Distribution distribution,
            JavaCommand command,
            JavaLaunch launch,
            Map<String, String> environment,
            Path directory)
            throws UsageException {
        if (command.kind() == MainKind.SOURCE) {
            requireSource(command.main(), directory);
        }
        boolean compilable =
                command.kind() == MainKind.SOURCE
                        && !RawText.isRaw(RawPath.text(directory) + command.main())
                        && Files.isRegularFile(directory.resolve(command.main()))
                        && command.modulePath() == null
                        && !command.hasOption(SourceProgram::keepsSource)
                        && !launch.inVariables("--")
                        && !launch.inVariables("-cp")
                        && !launch.inVariables("-classpath");
        return compilable
                ? new SourceProgram(
                        java,
                        distribution,
                        command,
                        launch,
                        launch.classPath(command),
                        environment,
                        directory)
                : null;
    }

    /** A JVM would take the name of a file that is not there for that of a class. */
    private static void requireSource(String name, Path directory) throws UsageException {
        Path file = RawPath.resolve(directory, name);
        if (!Files.isDirectory(directory) || Files.exists(file)) {
            return;
        }
        String stem = RawPath.text(file.getFileName()).replace(SUFFIX, "");
        Map<String, String> sources = sources(file);
        List<String> near =
                Suggestions.nearest(stem, sources.keySet()).stream().map(sources::get).toList();
        String what = "There is no source file " + name + " in " + RawPath.text(directory) + ".";
        throw near.isEmpty()
                ? new UsageException(what)
                : new UsageException(what, "Did you mean " + String.join(" or ", near) + "?");
    }

    /** Returns the source files in the directory of one, by their names in small letters. */
    private static Map<String, String> sources(Path file) {
        Map<String, String> sources = new TreeMap<>();
        Path folder = file.getParent();
        try (Stream<Path> files = folder == null ? Stream.of() : Files.list(folder)) {
            files.map(one -> RawPath.text(one.getFileName()))
                    .filter(name -> name.endsWith(SUFFIX))
                    .forEach(name ->
                            sources.put(name.replace(SUFFIX, "").toLowerCase(Locale.ROOT), name));
        } catch (IOException | UncheckedIOException e) {
            // No suggestion, then: what is wrong is said all the same.
            assert e != null;
        }
        return sources;
    }

    private static boolean keepsSource(String option) {
        return ABOUT_MODULES.stream().anyMatch(option::startsWith) || JavaLaunch.namesCache(option);
    }

    /**
     * Compiles the program.
     *
     * @param folder an empty directory that lasts as long as the job
     * @param original what to start if the program needs the source launcher
     * @param watch receives the compiler's process number
     */
    public Compilation compile(Path folder, Launch original, LongConsumer watch)
            throws IOException, InterruptedException {
        Path file =
                Files.writeString(
                        folder.resolve("arguments"), ArgumentFile.format(arguments(folder)));
        ProcessBuilder builder = new ProcessBuilder(words(file));
        builder.directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        JavaLaunch.OPTION_VARIABLES.forEach(builder.environment()::remove);
        builder.redirectErrorStream(true);
        Process process = builder.start();
        watch.accept(process.pid());
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status == SourceCompiler.LEFT_ALONE) {
            return new Compilation(0, "", original);
        }
        return status == 0
                ? new Compilation(0, output, compiled(folder))
                : new Compilation(status, output, null);
    }

    /** The words that start the compiler. */
    private List<String> words(Path arguments) {
        List<String> words = new ArrayList<>();
        words.add(java.toString());
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        Path cache = distribution.cache(Cache.SOURCE);
        if (cache != null) {
            words.addAll(Distribution.cacheOptions(cache));
            words.addAll(AS_TRAINED);
        }
        command.options().stream().filter(o -> o.startsWith("-Dfile.encoding")).forEach(words::add);
        words.addAll(List.of("-cp", distribution.jar().toString()));
        words.addAll(List.of(SourceCompiler.class.getName(), arguments.toString()));
        return words;
    }

    /** The compiler's arguments: where to, what, and the options that matter to it. */
    private List<String> arguments(Path folder) {
        List<String> words = new ArrayList<>();
        words.add(folder.toString());
        words.add(command.main());
        words.addAll(List.of("--class-path", compilersPath()));
        // A debugger, which may come at any time, shows local variables.
        words.add("-g");
        List<String> options = command.options();
        String release = "";
        for (int i = 0; i < options.size(); i++) {
            String option = options.get(i);
            String value = option.substring(option.indexOf('=') + 1);
            boolean joined = option.indexOf('=') > 0;
            String next = joined ? value : i + 1 < options.size() ? options.get(i + 1) : "";
            if (is(option, SOURCE)) {
                release = next;
            } else if (is(option, EXPORTS)) {
                words.addAll(List.of(EXPORTS, next));
            } else if (option.equals(PREVIEW)) {
                words.add(PREVIEW);
                release = release.isEmpty() ? String.valueOf(Jdk.version(java)) : release;
            }
        }
        if (!release.isEmpty()) {
            words.addAll(List.of("--release", release));
        }
        return words;
    }

    /**
     * The class path with {@code DIR/*} expanded, which the java command does and javac does not.
     */
    private String compilersPath() {
        StringJoiner path = new StringJoiner(File.pathSeparator);
        String given = launch.behindOurs(classPath);
        for (String entry : given.split(File.pathSeparator, -1)) {
            boolean wild = entry.equals("*") || entry.endsWith(File.separator + "*");
            String folder = wild ? entry.substring(0, entry.length() - 1) : "";
            String[] jars = RawPath.resolve(directory, folder).toFile().list(SourceProgram::isJar);
            if (wild && jars != null) {
                Arrays.stream(jars).sorted().forEach(jar -> path.add(folder + jar));
            } else {
                path.add(entry);
            }
        }
        return path.toString();
    }

    private static boolean isJar(File folder, String name) {
        return name.endsWith(".jar") || name.endsWith(".JAR");
    }

    private static boolean is(String word, String option) {
        return word.equals(option) || word.startsWith(option + "=");
    }

    /** What starts the classes; the source launcher's property is there, too. */
    private Launch compiled(Path folder) throws IOException {
        List<String> options = new ArrayList<>(command.options());
        for (int i = options.size() - 1; i >= 0; i--) {
            if (options.get(i).equals(SOURCE)) {
                options.remove(i + 1);
            }
            if (is(options.get(i), SOURCE)) {
                options.remove(i);
            }
        }
        options.add(
                "-Djdk.launcher.sourcefile=" + directory.resolve(command.main()).toAbsolutePath());
        JavaCommand classes =
                new JavaCommand(
                        options,
                        folder.resolve(SourceCompiler.CLASSES) + File.pathSeparator + classPath,
                        null,
                        MainKind.COMPILED,
                        Files.readString(folder.resolve(SourceCompiler.MAIN)),
                        command.arguments());
        return Programs.launch(java, launch, classes, command.main());
    }
}
