package org.strata.launcher;

import org.strata.launcher.aot.DatedJar;
import org.strata.launcher.aot.DistributionJar;
import org.strata.launcher.aot.MpjJarMaker;
import org.strata.launcher.aot.TableMaker;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * Makes the jars, manual pages and completions of a distribution; {@code bin/finish-dist} runs it
 * on the class path of {@code whole.jar}. It is one program, since the start of a JVM for each step
 * would take more time than all steps do.
 */
public final class DistributionMaker {
    private static final String SERVICES = "META-INF/services/org.strata.mca.base.ComponentModule";

    /** Where a class file has the low byte of its version; 61 is Java 17's. */
    private static final int VERSION_OFFSET = 7;

    private static final int JAVA_17 = 61;

    private final Path dist;
    private final Path target;
    private final Path root;
    private final Path added;

    private DistributionMaker(Path dist, Path target, Path root, Path added) {
        this.dist = dist;
        this.target = target;
        this.root = root;
        this.added = added;
    }

    /**
     * Arguments: {@code DIST TARGET ROOT WORK VERSION MPIJAVAC_HELP}: the distribution, the
     * launcher's target directory, the source tree, an empty directory, the version of the module,
     * and the help text of mpijavac.
     */
    public static void main(String[] args) throws Exception {
        Path work = Path.of(args[3]);
        DistributionMaker maker =
                new DistributionMaker(
                        Path.of(args[0]),
                        Path.of(args[1]),
                        Path.of(args[2]),
                        work.resolve("added"));
        Files.createDirectories(maker.added);
        try (ExecutorService parallel = Executors.newFixedThreadPool(2)) {
            List<Future<?>> steps = new ArrayList<>();
            steps.add(
                    parallel.submit(
                            step(() -> PageMaker.make(maker.dist.resolve("share"), args[5]))));
            // Without the table every rank parses reference.conf.
            TableMaker.make(maker.added);
            maker.compileEntrance();
            maker.listComponents(work);
            maker.describeModule(work, args[4]);
            DatedJar mpi =
                    DistributionJar.make(
                            maker.whole(), maker.target.resolve("reduced.jar"), maker.added);
            Path lib = maker.dist.resolve("lib");
            steps.add(parallel.submit(step(() -> mpi.write(lib.resolve("mpi.jar")))));
            steps.add(parallel.submit(step(() -> MpjJarMaker.make(mpi, lib, maker.layer()))));
            for (Future<?> each : steps) {
                each.get();
            }
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private static Callable<Void> step(Step step) {
        return () -> {
            step.run();
            return null;
        };
    }

    private Path whole() {
        return target.resolve("whole.jar");
    }

    private List<Path> layer() {
        return List.of(
                root.resolve("mpj-compat/target/classes"),
                root.resolve("mpj-compat/bindings/target/classes"));
    }

    /** The first classes of mpi.jar and starter.jar, which tell an old Java what is missing. */
    private void compileEntrance() {
        Path start = root.resolve("launcher/src/start");
        javac(
                "-Xlint:-options",
                "--release",
                "8",
                start.resolve("org/strata/launcher/start/JavaCheck.java").toString(),
                start.resolve("runtime/starter/MPJRun.java").toString());
    }

    /** Replaces the class that lists no components by one that makes those of the jar. */
    private void listComponents(Path work) throws IOException {
        CRC32 checksum = new CRC32();
        checksum.update(services());
        String template =
                Files.readString(root.resolve("launcher/src/jar/PackagedComponents.java"));
        String made =
                components().stream()
                        .map(name -> "new " + name + "()")
                        .collect(Collectors.joining(", "));
        Path source = work.resolve("PackagedComponents.java");
        Files.writeString(
                source,
                template.replace("CHECKSUM", checksum.getValue() + "L")
                        .replace("COMPONENTS", made));
        javac("-cp", whole().toString(), source.toString());
    }

    /**
     * The descriptor provides what the file of services names: as a module the jar has no use for
     * the file. javac takes a component that does not exist, and a package that nothing exports in
     * the signatures of one that is, for errors.
     */
    private void describeModule(Path work, String version) throws IOException {
        String template = Files.readString(root.resolve("launcher/src/jar/module-info.java"));
        Path source = work.resolve("module-info.java");
        Files.writeString(source, template.replace("COMPONENTS", String.join(", ", components())));
        javac(
                "-Xlint:exports,-opens",
                "-Werror",
                "--module-version",
                version,
                "--patch-module",
                "mpi=" + whole(),
                source.toString());
        // Build tools that run on Java 17 read the descriptors of all jars with their own JDK, and
        // refuse that of a later version (69). Nothing but the number differs.
        try (RandomAccessFile descriptor =
                new RandomAccessFile(added.resolve("module-info.class").toFile(), "rw")) {
            descriptor.seek(VERSION_OFFSET);
            descriptor.write(JAVA_17);
        }
    }

    private static byte[] services() throws IOException {
        try (InputStream in =
                DistributionMaker.class.getClassLoader().getResourceAsStream(SERVICES)) {
            return in.readAllBytes();
        }
    }

    private static List<String> components() throws IOException {
        return new String(services(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    private void javac(String... options) {
        List<String> words = new ArrayList<>(List.of("-proc:none", "-d", added.toString()));
        words.addAll(List.of(options));
        ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
        if (compiler.run(System.out, System.err, words.toArray(String[]::new)) != 0) {
            throw new IllegalStateException("javac " + String.join(" ", words));
        }
    }
}
