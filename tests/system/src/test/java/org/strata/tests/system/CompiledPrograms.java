package org.strata.tests.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Programs that a test compiles for its jobs, where how they are compiled is not what it tests: in
 * the JVM of the tests, where the compiler is warm; a process of its own costs a CPU second.
 */
public final class CompiledPrograms {
    private CompiledPrograms() {}

    /**
     * Compiles files against the distribution's jar of MPI.
     *
     * @param into where the classes go; made if need be
     * @param jar the jar in the distribution's {@code lib} that has package {@code mpi}
     * @param words options of javac, and the files
     * @throws AssertionError with what javac says, if it says anything
     */
    public static void compile(Path into, String jar, String... words) {
        String path = JobRunner.root().resolve("dist/lib").resolve(jar).toString();
        compileWith(path, into, words);
    }

    /**
     * Compiles files against what a program brings along.
     *
     * @param classPath javac's
     * @param into where the classes go; made if need be
     * @param words options of javac, and the files
     * @throws AssertionError with what javac says, if it says anything
     */
    public static void compileWith(String classPath, Path into, String... words) {
        Map<Boolean, List<String>> given =
                Stream.of(words).collect(Collectors.partitioningBy(w -> w.endsWith(".java")));
        List<String> options = new ArrayList<>(List.of("-proc:none", "-cp", classPath));
        options.addAll(List.of("-d", into.toString()));
        options.addAll(given.get(false));
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (var manager = javac.getStandardFileManager(null, null, null)) {
            var files = manager.getJavaFileObjectsFromStrings(given.get(true));
            boolean compiled = javac.getTask(said, manager, null, options, null, files).call();
            assertThat(said.toString()).isEmpty();
            assertThat(compiled).isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
