package org.strata.btl.shm;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.proc.Proc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;
import org.strata.testkit.RecordingOutput;
import org.strata.testkit.SharedMemory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One of two processes that a test or benchmark runs without a launcher. */
final class PairRank implements AutoCloseable {
    final int rank;
    final ProgressEngine engine;
    final RankSleeper sleeper = new RankSleeper();
    final ActiveMessages handlers = new ActiveMessages();
    final RecordingOutput output = new RecordingOutput();
    final ShmBtl btl;
    final ShmEndpoint peer;

    /** Native memory of {@code poolBytes} bytes that the peer can map. */
    final OneFilePool pool;

    private final Arena arena = Arena.ofShared();

    PairRank(int rank, Path directory, ShmConfig config, IdlePolicy idle, long poolBytes)
            throws IOException {
        String job = directory.getFileName().toString();
        PairEnvironment environment = new PairEnvironment(job, rank);
        this.rank = rank;
        engine = new ProgressEngine(idle, sleeper);
        pool = new OneFilePool(directory, job, rank, poolBytes);
        ShmComponent component =
                new ShmComponent(
                        config,
                        environment,
                        new FileOob(directory, rank),
                        engine,
                        sleeper,
                        handlers,
                        output,
                        pool);
        StringBuilder refusal = new StringBuilder();
        var opened =
                new AgedComponent(component, config, environment)
                        .open((b, e, rc, reason) -> {}, refusal);
        if (opened.isEmpty()) {
            throw new IllegalStateException(refusal.toString());
        }
        btl = (ShmBtl) opened.get(0);
        Proc other = environment.procs().get(1 - rank);
        peer = (ShmEndpoint) btl.addPeer(other, refusal);
        if (peer == null) {
            throw new IllegalStateException(refusal.toString());
        }
    }

    long allocate(long bytes) {
        return Memory.allocate(arena, bytes, 4096);
    }

    @Override
    public void close() throws IOException {
        btl.close();
        sleeper.close();
        pool.close();
        arena.close();
    }

    /** Makes the directory that both processes share. */
    static Path directory() throws IOException {
        SharedMemory.collect();
        return Files.createTempDirectory(Path.of("/dev/shm"), "strata-pair");
    }

    /** Starts a main class as rank 1, with this JVM's options and class path. */
    static Process startPeer(Class<?> main, Path directory, List<String> args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", ManagementFactory.getRuntimeMXBean().getClassPath()));
        command.add(main.getName());
        command.add("rank=1");
        command.add("dir=" + directory);
        command.addAll(args);
        return new ProcessBuilder(command).inheritIO().start();
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
