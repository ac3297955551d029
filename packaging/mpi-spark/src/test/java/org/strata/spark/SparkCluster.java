package org.strata.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.launcher.JavaModuleOptions;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A master and two workers on the loopback interface, as real processes, with two slots each. */
final class SparkCluster implements AutoCloseable {
    static final int SLOTS = 4;

    private static SparkCluster shared;

    private static final Pattern MASTER = Pattern.compile("spark://127\\.0\\.0\\.1:[0-9]+");
    private static final long START_SECONDS = 500;

    /** For which Spark waits for a word of a daemon: on a machine with much else to do, or more. */
    private static final String PATIENCE_SECONDS = "900";

    private final Path work;
    private final String javaHome;
    private final List<Process> daemons = new ArrayList<>();
    private final List<Path> jars;
    private final String master;

    /**
     * @param work for logs, executors' directories, jars
     * @param javaHome the JDK of master, workers and executors
     */
    SparkCluster(Path work, String javaHome) throws IOException, InterruptedException {
        this.work = work;
        this.javaHome = javaHome;
        home();
        jars =
                List.of(
                        jar("mpi/MPI.class", "mpi"),
                        jar("org/strata/spark/MpiStage.class", "spark"),
                        jar("org/strata/spark/Ranks.class", "ranks"));
        Path log = start("master.Master", "master", "--host", "127.0.0.1", "--port", "0");
        master = awaitMaster(log);
        for (int i = 0; i < 2; i++) {
            start(
                    "worker.Worker",
                    "worker" + i,
                    "--host",
                    "127.0.0.1",
                    "--cores",
                    "2",
                    "--memory",
                    "2g",
                    "--work-dir",
                    work.resolve("work" + i).toString(),
                    master);
        }
    }

    /** Returns a cluster for all tests of this JVM, on its JDK; to be closed by nobody. */
    static synchronized SparkCluster shared() throws IOException, InterruptedException {
        if (shared == null) {
            Path work = Files.createTempDirectory("spark-cluster");
            SparkCluster cluster = new SparkCluster(work, System.getProperty("java.home"));
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(
                                    () -> {
                                        cluster.close();
                                        cluster.removeFiles();
                                    },
                                    "cluster-down"));
            shared = cluster;
        }
        return shared;
    }

    private void removeFiles() {
        try (Stream<Path> files = Files.walk(work)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            System.err.println(work + " has not been removed: " + e);
        }
    }

    /** Returns the JDK of ranks: Spark's own where it is new enough. */
    static String rankJava() {
        return System.getProperty("ranks.java.home", System.getProperty("java.home"));
    }

    /** Returns a stage whose ranks run on {@link #rankJava}. */
    static <I, O> MpiStage<I, O> stage(JavaRDD<I> rdd, Class<? extends RankProgram<I, O>> program) {
        return MpiStage.of(rdd, program).javaHome(rankJava());
    }

    /** Returns where logs and executors' directories are. */
    Path work() {
        return work;
    }

    /** What an unpacked distribution of Spark has, for those who look for it: jars and RELEASE. */
    private void home() throws IOException {
        Path lib = Files.createDirectories(work.resolve("home/jars"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            if (entry.endsWith(".jar") && !isOurs(jar)) {
                Path link = lib.resolve(jar.getFileName());
                if (!Files.exists(link)) {
                    Files.createSymbolicLink(link, jar.toAbsolutePath());
                }
            }
        }
        Files.writeString(work.resolve("home/RELEASE"), "Spark of the tests");
    }

    private static boolean isOurs(Path jar) {
        String name = jar.getFileName().toString();
        return jar.toString().contains("strata")
                || name.startsWith("mpi")
                || name.startsWith("junit")
                || name.startsWith("surefire")
                || name.startsWith("assertj");
    }

    /** Returns the jar of a class of this tree's; makes one where it is in a directory. */
    private Path jar(String resource, String name) throws IOException {
        String url = SparkCluster.class.getClassLoader().getResource(resource).toString();
        String outside = url.substring(0, url.length() - resource.length());
        if (outside.startsWith("jar:")) {
            return Path.of(URI.create(outside.substring("jar:".length(), outside.length() - 2)));
        }
        Path root = Path.of(URI.create(outside));
        Path jar = work.resolve(name + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new ZipEntry(root.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    private Path start(String type, String name, String... words) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(javaHome + "/bin/java");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-Xmx300m");
        command.add("-Dspark.worker.timeout=" + PATIENCE_SECONDS);
        command.add("-Dspark.network.timeout=" + PATIENCE_SECONDS + "s");
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptions().split(" ")));
        command.addAll(List.of("-cp", work.resolve("home/jars") + "/*"));
        command.add("org.apache.spark.deploy." + type);
        command.addAll(List.of("--webui-port", "0"));
        command.addAll(List.of(words));
        Path log = work.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile());
        builder.environment().put("SPARK_HOME", work.resolve("home").toString());
        builder.environment().put("SPARK_SCALA_VERSION", scalaLine());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("JAVA_HOME", javaHome);
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        daemons.add(builder.start());
        return log;
    }

    /** Returns the line of Scala that Spark on the class path is of, such as 2.13. */
    private static String scalaLine() {
        Matcher matcher =
                Pattern.compile("spark-core_([0-9.]+)-")
                        .matcher(System.getProperty("java.class.path"));
        return matcher.find() ? matcher.group(1) : "2.13";
    }

    private String awaitMaster(Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (System.nanoTime() < end && daemons.get(0).isAlive()) {
            Matcher matcher = MASTER.matcher(Files.readString(log));
            if (matcher.find()) {
                return matcher.group();
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        close();
        throw new IllegalStateException("no master: " + Files.readString(log));
    }

    /** Starts an application on all slots. */
    JavaSparkContext connect() {
        SparkConf conf =
                new SparkConf()
                        .setMaster(master)
                        .setAppName("tests")
                        .set("spark.jars", text(jars))
                        .set("spark.driver.host", "127.0.0.1")
                        .set("spark.driver.bindAddress", "127.0.0.1")
                        .set("spark.executor.memory", "512m")
                        .set("spark.executor.cores", "2")
                        .set("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1")
                        .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "500s")
                        .set("spark.network.timeout", PATIENCE_SECONDS + "s")
                        .set("spark.ui.port", "0");
        return new JavaSparkContext(conf);
    }

    private static String text(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(","));
    }

    /** Returns what executors have printed. */
    String executorLogs() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : files.filter(f -> f.endsWith("stderr")).toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    /** Returns the processes whose command line has a word, and which descend from the workers. */
    List<ProcessHandle> processes(String word) throws IOException {
        List<ProcessHandle> found = new ArrayList<>();
        for (Process daemon : daemons) {
            for (ProcessHandle each : daemon.descendants().toList()) {
                if (commandLine(each.pid()).contains(word)) {
                    found.add(each);
                }
            }
        }
        return found;
    }

    /** The JDK's handles cut long command lines. */
    static String commandLine(long pid) {
        try (BufferedReader in =
                new BufferedReader(
                        new InputStreamReader(
                                Files.newInputStream(Path.of("/proc/" + pid + "/cmdline")),
                                StandardCharsets.UTF_8))) {
            return String.valueOf(in.readLine()).replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        for (Process daemon : daemons) {
            daemon.descendants().forEach(ProcessHandle::destroyForcibly);
            daemon.destroyForcibly();
        }
    }
}
