package org.strata.launcher.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The Java threads of a rank on this host, from the thread dumps of its JVMs. */
public final class JavaThreads {
    /** A line of a thread dump; its group is class and method. */
    public static final Pattern FRAME = Pattern.compile("\tat (?:[\\w.@+-]*/)?([\\w.$<>]+)\\(.*");

    private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    private static final long PATIENCE_SECONDS = 5;

    private final LongFunction<String> dumps;

    /**
     * @param dumps returns the thread dump of a JVM by its process id; empty when it gives none
     */
    public JavaThreads(LongFunction<String> dumps) {
        this.dumps = dumps;
    }

    /** Has {@code jcmd} make the dumps. */
    public static JavaThreads byJcmd() {
        return new JavaThreads(JavaThreads::dump);
    }

    /** Returns the threads with Java frames of the JVMs of a rank, the main one first. */
    public List<String> of(Process process) {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .filter(JavaThreads::isJvm)
                .flatMap(jvm -> Stream.of(dumps.apply(jvm.pid()).split("\n\n")))
                .filter(block -> FRAME.matcher(block).find())
                .sorted((a, b) -> Boolean.compare(isMain(b), isMain(a)))
                .map(String::strip)
                .toList();
    }

    private static boolean isMain(String thread) {
        return thread.strip().startsWith("\"main\"");
    }

    private static boolean isJvm(ProcessHandle process) {
        return process.info().command().filter(command -> command.endsWith("/java")).isPresent();
    }

    /** A JVM that is stopped does not answer: it is not waited for. */
    private static String dump(long pid) {
        Process jcmd = null;
        try {
            jcmd = new ProcessBuilder(JCMD.toString(), Long.toString(pid), "Thread.print").start();
            Process started = jcmd;
            return CompletableFuture.supplyAsync(() -> output(started))
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (IOException | ExecutionException | TimeoutException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        } finally {
            if (jcmd != null) {
                jcmd.destroyForcibly();
            }
        }
    }

    private static String output(Process process) {
        return process.inputReader(StandardCharsets.UTF_8)
                .lines()
                .collect(Collectors.joining("\n"));
    }
}
