package org.strata.launcher.aot;

import org.strata.mca.base.Installation;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Trains the JVM's start-up caches (JEP 483, 514, 515) of a distribution by small jobs: {@code
 * mpirun.aot} for mpirun itself, {@code rank.aot} for ranks, {@code openib.aot} for ranks with
 * {@code btl openib}, {@code mpj.aot} for ranks with mpj.jar, {@code source.aot} for ranks started
 * from a source file. {@code strata-train} and {@code java -jar mpi.jar train} run it. A cache fits
 * one JDK and one jar; the JVM ignores what does not fit, so a training that fails costs start-up
 * time and nothing else.
 *
 * <p>Rank 0 of each job records its classes, and the profiles of methods: with them the JVM
 * compiles the paths of messages sooner, and for all kinds of messages that the training has sent.
 * (A third rank is reached by a second link: after a training by shared memory alone the first
 * thousand allReduces took half as long again.) What only the start runs is interpreted while rank
 * 0 records (the file {@code untrained}): the JVM compiles what it has profiles of as soon as a
 * class is there, and a short job would wait for those compilations.
 */
public final class Trainer {
    /** The file that names the JDK of the caches beside it. */
    static final String MARK = "trained";

    private static final int FAILURE = 1;
    private static final String MPIRUN = "org.strata.launcher.Mpirun";

    /** Seconds for one job of the training; it takes some ten on an idle machine. */
    private static final String TIMEOUT = "300";

    /**
     * Ranks poll as if each had a core of its own, for as long as an answer takes: a profile of
     * ranks that sleep at once has no receive that finds its message while it polls.
     */
    private static final Map<String, String> POLLING =
            Map.of("STRATA_MCA_mpi_idle_spins", "2000", "STRATA_MCA_mpi_idle_yields", "20");

    private static final List<String> ALL_LINKS = List.of("--mca", "btl", "self,shm,tcp,openib");

    /**
     * Packages whose classes the programs of the training do not all use. The JVM makes every class
     * of a cache ready before the program begins, and writes to all pages that have them: so those
     * of adapters are in a cache of their own.
     */
    private static final String USUAL_PACKAGES = "btl/tcp";

    private static final String ALL_PACKAGES = "btl/tcp,btl/openib,verbs";
    private static final List<String> QUICK_JVM =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** The caches that a rank of a job of two or three records. */
    private enum Recording {
        RANK("rank.aot"),
        OPENIB("openib.aot"),
        MPJ("mpj.aot");

        final String file;

        Recording(String file) {
            this.file = file;
        }
    }

    private final Path dist;
    private final Path target;
    private final Path work;
    private final Path mpi;
    private final Path mpj;

    private Trainer(Path dist, Path target, Path work) {
        this.dist = dist;
        this.target = target;
        this.work = work;
        this.mpi = dist.resolve("lib").resolve("mpi.jar");
        this.mpj = dist.resolve("lib").resolve("mpj.jar");
    }

    /**
     * Trains the caches of the distribution that runs this.
     *
     * @param words the directory for the caches; none: {@code lib} of the distribution
     */
    public static void main(String[] words) throws IOException, InterruptedException {
        Path dist = Installation.home();
        String missing = missing(dist);
        if (missing != null) {
            System.err.println("strata-train: " + missing);
            System.exit(FAILURE);
        }
        Path target = words.length > 0 ? Path.of(words[0]) : dist.resolve("lib");
        System.exit(train(dist, target) ? 0 : FAILURE);
    }

    private static boolean train(Path dist, Path target) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory("strata-train");
        try {
            return new Trainer(dist, target, work).run();
        } catch (IOException e) {
            System.err.println("strata-train: " + e);
            return false;
        } finally {
            remove(work);
        }
    }

    private static String missing(Path dist) {
        if (dist == null || !Files.isDirectory(dist.resolve("share").resolve("strata"))) {
            return "this mpi.jar is not in lib/ of an unpacked distribution, whose share/strata has"
                    + " the programs for the training.";
        }
        if (ToolProvider.findFirst("javac").isEmpty()) {
            return "this Java has no compiler ("
                    + System.getProperty("java.home")
                    + "). Give the java of a JDK.";
        }
        return null;
    }

    private boolean run() throws IOException, InterruptedException {
        FileTime began = Files.getLastModifiedTime(Files.createFile(work.resolve("began")));
        System.out.println("AOT: training the start-up caches");
        Path log = work.resolve("log");
        boolean trained =
                compile(mpi, "Warmup.java", work)
                        && train(log, work, Recording.RANK)
                        && train(log, work, Recording.OPENIB)
                        && trainSource(log)
                        && trainMpirun(log)
                        && (!Files.exists(mpj) || trainMpj(log));
        if (!trained) {
            List<String> said =
                    Files.exists(log)
                            ? Files.readAllLines(log, Charset.defaultCharset())
                            : List.of();
            said.subList(Math.max(0, said.size() - 20), said.size()).forEach(System.out::println);
            System.out.println("AOT: training failed; jobs will start more slowly");
            return false;
        }
        keep(began);
        return true;
    }

    private boolean compile(Path jar, String source, Path classes) throws IOException {
        Files.createDirectories(classes);
        PrintStream err = System.err;
        List<String> words =
                List.of(
                        "-proc:none",
                        "-cp",
                        "" + jar,
                        "-sourcepath",
                        "" + shared(""),
                        "-d",
                        "" + classes,
                        "" + shared(source));
        ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
        return javac.run(System.out, err, words.toArray(String[]::new)) == 0;
    }

    private Path shared(String name) {
        return dist.resolve("share").resolve("strata").resolve(name);
    }

    private boolean trainMpj(Path log) throws IOException, InterruptedException {
        Path classes = work.resolve("mpj");
        return compile(mpj, "MpjWarmup.java", classes) && train(log, classes, Recording.MPJ);
    }

    /** A job whose rank 0 records. */
    private boolean train(Path log, Path classes, Recording recording)
            throws IOException, InterruptedException {
        boolean isMpj = recording == Recording.MPJ;
        boolean openib = recording == Recording.OPENIB;
        List<String> run =
                List.of(
                        "-cp",
                        (isMpj ? mpj : mpi).toString(),
                        TrainingRun.class.getName(),
                        openib ? ALL_PACKAGES : USUAL_PACKAGES,
                        classes.toString(),
                        isMpj ? "MpjWarmup" : "Warmup");
        List<String> words = new ArrayList<>(isMpj ? List.of("--api", "mpj") : List.of());
        // Without a list rank 0 looks for adapters, as ranks of most jobs do: with those classes.
        words.addAll(openib ? ALL_LINKS : List.of());
        if (!isMpj) {
            // What makes a rank's numbers is in the cache, too.
            words.add("--report=" + work.resolve("report.txt"));
        }
        words.addAll(List.of("--timeout", TIMEOUT, "-np", "1", "java"));
        words.add("-XX:AOTCacheOutput=" + work.resolve(recording.file));
        // It makes a report's numbers without being measured: the profiles are those of others.
        words.add("-Dstrata.training=true");
        words.add("-XX:CompileCommandFile=" + shared("untrained"));
        words.addAll(run);
        words.addAll(List.of(":", "-np", "1", "java"));
        words.addAll(run);
        if (!isMpj) {
            // A third rank, which the first reaches by a second link.
            String links = "STRATA_MCA_btl=self," + (openib ? "openib" : "tcp");
            words.addAll(List.of(":", "-np", "1", "-x", links, "java"));
            words.addAll(run);
        }
        return mpirun(log, false, words);
    }

    /** A job as most are, whose ranks are bound where there are two cores. */
    private boolean trainMpirun(Path log) throws IOException, InterruptedException {
        Path classes = work.resolve("hello");
        if (!compile(mpi, "HelloWarmup.java", classes)) {
            return false;
        }
        String report = work.resolve("report.html").toString();
        List<String> words = new ArrayList<>(List.of("--timeout", TIMEOUT, "--report=" + report));
        words.addAll(List.of("-np", "2", "java", "-cp", "" + classes, "HelloWarmup"));
        return mpirun(log, true, words);
    }

    private boolean trainSource(Path log) throws IOException, InterruptedException {
        String source = shared("Warmup.java").toString();
        List<String> words = new ArrayList<>(List.of("--timeout", TIMEOUT, "-np", "1", "java"));
        words.add("-XX:AOTCacheOutput=" + work.resolve("source.aot"));
        words.addAll(List.of("-cp", mpi.toString(), source, ":", "-np", "1", "java", source));
        return mpirun(log, false, words);
    }

    /**
     * Runs mpirun on this JDK.
     *
     * @param recorded whether mpirun's own cache is made of this job
     */
    private boolean mpirun(Path log, boolean recorded, List<String> words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (recorded) {
            command.add("-XX:AOTCacheOutput=" + work.resolve("mpirun.aot"));
            // With the profiles of a job in it, all that the job has called would be compiled when
            // mpirun starts, on the core that is to start the ranks.
            command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining"));
        }
        command.addAll(QUICK_JVM);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-D" + Installation.PROPERTY + "=" + dist);
        command.addAll(List.of("-cp", mpi.toString(), MPIRUN));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Map<String, String> environment = builder.environment();
        // The caches fit the class path of the jar alone: a directory on it would end the training.
        // Options of the user's for JVMs would be recorded with them.
        List.of("STRATA_COMPONENTS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")
                .forEach(environment::remove);
        environment.putAll(POLLING);
        Process process = builder.start();
        process.getOutputStream().close();
        return process.waitFor() == 0;
    }

    /** A build that has replaced the jar meanwhile wants a training of its own. */
    private void keep(FileTime began) throws IOException {
        if (Files.getLastModifiedTime(mpi).compareTo(began) > 0) {
            return;
        }
        Files.createDirectories(target);
        try (Stream<Path> files = Files.list(work)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".aot")).toList()) {
                Path partial = target.resolve(file.getFileName() + ".new");
                Files.copy(file, partial, StandardCopyOption.REPLACE_EXISTING);
                Files.move(
                        partial,
                        target.resolve(file.getFileName()),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        String jdk = System.getProperty("java.version") + " " + System.getProperty("java.home");
        Files.writeString(target.resolve(MARK), jdk + "\n");
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
