package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.io.IoAccess;
import org.strata.mca.io.IoAccess.Pointer;
import org.strata.mca.io.IoFailure;
import org.strata.mca.io.IoFile;
import org.strata.mca.io.OpenMode;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.platform.FileCalls.Lock;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Sleeper;
import org.strata.opal.sys.PosixFile;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** Progress transfers no byte from or to a file: it would keep other threads from the stack. */
class BackgroundAccessTest {
    private static final OpenMode NEW = new OpenMode(1 | 8);

    /** More than the two windows that an aggregator serves in these tests. */
    private static final int BYTES = 10_000;

    @TempDir private Path directory;

    private static String[] hosts(int size) {
        String[] hosts = new String[size];
        Arrays.fill(hosts, "node");
        return hosts;
    }

    private static Buf buf(byte[] data) {
        return new Buf(data, 0, data.length, DataLayouts.BYTE);
    }

    private static byte[] filled(int value) {
        byte[] data = new byte[BYTES];
        Arrays.fill(data, (byte) value);
        return data;
    }

    /** Keeps the work until the test runs it. */
    private static final class Later implements Executor {
        private final ConcurrentLinkedQueue<Runnable> works = new ConcurrentLinkedQueue<>();

        @Override
        public void execute(Runnable work) {
            works.add(work);
        }

        /** Completes an access of the only rank; returns how many pieces of work it was. */
        int complete(FakeRank rank, PmlRequest request, Path path, byte[] data) throws Exception {
            int count = 0;
            while (!request.isDone()) {
                byte[] file = Files.readAllBytes(path);
                byte[] memory = data.clone();
                for (int i = 0; i < 30; i++) {
                    rank.engine().progress();
                }
                assertThat(Files.readAllBytes(path)).isEqualTo(file);
                assertThat(data).isEqualTo(memory);
                if (!request.isDone()) {
                    works.remove().run();
                    count++;
                }
            }
            assertThat(request.error).isEqualTo(Rc.OK);
            assertThat(request.bytes).isEqualTo(data.length);
            request.release();
            return count;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EXPLICIT, true, true",
        "EXPLICIT, true, false",
        "INDIVIDUAL, true, true",
        "SHARED, false, "
    })
    void progressTransfersNothing(Pointer pointer, boolean collective, String buffering) {
        Path path = directory.resolve("file");
        Later later = new Later();
        FileRanks.run(
                hosts(1),
                64,
                engine -> new IoThreads(engine, later),
                (rank, comm, io) -> {
                    Map<String, String> hints =
                            buffering == null
                                    ? Map.of()
                                    : Map.of(
                                            "collective_buffering",
                                            buffering,
                                            "cb_buffer_size",
                                            "4096");
                    IoFile file = io.open(comm, path.toString(), NEW, hints);
                    byte[] data = filled(7);
                    IoAccess write = new IoAccess(true, pointer, collective);
                    int works = later.complete(rank, file.start(write, 0, buf(data)), path, data);
                    assertThat(Files.readAllBytes(path)).isEqualTo(data);
                    file.seek(0);
                    if (pointer == Pointer.SHARED) {
                        file.seekShared(0);
                    }
                    byte[] read = new byte[BYTES];
                    IoAccess reading = new IoAccess(false, pointer, collective);
                    later.complete(rank, file.start(reading, 0, buf(read)), path, read);
                    assertThat(read).isEqualTo(data);
                    assertThat(works).isGreaterThanOrEqualTo("true".equals(buffering) ? 5 : 1);
                });
    }

    /** The transfer waits for a lock of the file, as it may for a device. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAccessThatBlocksKeepsNobodyFromProgress(boolean collective) throws Exception {
        String path = directory.resolve("locked").toString();
        DiskFile other = DiskFile.open(path, PosixFile.O_RDWR | PosixFile.O_CREAT);
        other.resize(3L * BYTES);
        CyclicBarrier barrier = new CyclicBarrier(3);
        Pointer pointer = collective ? Pointer.EXPLICIT : Pointer.SHARED;
        FileRanks.run(
                hosts(3),
                64,
                (rank, comm, io) -> {
                    IoFile file = io.open(comm, path, NEW, Map.of());
                    file.setAtomic(true);
                    for (boolean write : new boolean[] {true, false}) {
                        if (comm.rank() == 0) {
                            file.seekShared(0);
                            other.lock(Lock.EXCLUSIVE, 0, 3L * BYTES);
                        } else {
                            file.seekShared(0);
                        }
                        barrier.await();
                        byte[] data = filled(write ? comm.rank() + 1 : 0);
                        IoAccess access = new IoAccess(write, pointer, collective);
                        PmlRequest request =
                                file.start(access, (long) BYTES * comm.rank(), buf(data));
                        for (int i = 0; i < 200; i++) {
                            rank.engine().progress();
                            Thread.yield();
                        }
                        assertThat(request.isDone()).isFalse();
                        barrier.await();
                        if (comm.rank() == 0) {
                            other.lock(Lock.NONE, 0, 3L * BYTES);
                        }
                        rank.engine().waitFor(request);
                        assertThat(request.error).isEqualTo(Rc.OK);
                        assertThat(request.bytes).isEqualTo(BYTES);
                        request.release();
                        barrier.await();
                    }
                    file.close();
                });
        other.close();
    }

    /** A rank that sleeps until the work is done is woken when it is. */
    @Test
    void theEndOfTheWorkWakesTheRank() {
        try (FakeJob job = FakeJob.of(1);
                Arena arena = Arena.ofShared()) {
            FakeRank rank = job.rank(0);
            MemorySegment word = arena.allocate(Integer.BYTES, 128);
            rank.sleeper().relocate(word);
            Later later = new Later();
            BackgroundWork work = new BackgroundWork(new IoThreads(rank.engine(), later));
            for (boolean fails : new boolean[] {false, true}) {
                work.start(() -> {
                    if (fails) {
                        throw new IoFailure(Rc.IO_FAILED, "on purpose");
                    }
                });
                Memory.putIntVolatile(word.address(), Sleeper.IN_FUTEX);
                later.works.remove().run();
                assertThat(Memory.getIntVolatile(word.address())).isEqualTo(Sleeper.AWAKE);
                assertThat(work.isDone()).isTrue();
                assertThat(work.failure() != null).isEqualTo(fails);
            }
            rank.sleeper().restore();
        }
    }

    /** A hint takes effect at the next access: so many ranks access the file for all. */
    @Test
    void aHintChangesWhoAccessesTheFileForAll() {
        Map<ProgressEngine, AtomicInteger> works = new ConcurrentHashMap<>();
        FileRanks.run(
                hosts(3),
                64,
                engine -> {
                    AtomicInteger count = new AtomicInteger();
                    works.put(engine, count);
                    return new IoThreads(
                            engine,
                            work -> {
                                count.incrementAndGet();
                                Thread.ofVirtual().start(work);
                            });
                },
                (rank, comm, io) -> {
                    Map<String, String> hints =
                            Map.of("collective_buffering", "true", "cb_buffer_size", "4096");
                    String path = directory.resolve("hints").toString();
                    IoFile file = io.open(comm, path, NEW, hints);
                    int[] counts = new int[4];
                    for (int i = 0; i < counts.length; i++) {
                        file.setHints(Map.of("cb_nodes", i % 2 == 0 ? "1" : "3"));
                        int before = works.get(rank.engine()).get();
                        IoAccess write = new IoAccess(true, Pointer.EXPLICIT, true);
                        PmlRequest request =
                                file.start(write, (long) BYTES * comm.rank(), buf(filled(1)));
                        rank.engine().waitFor(request);
                        assertThat(request.error).isEqualTo(Rc.OK);
                        request.release();
                        counts[i] = works.get(rank.engine()).get() - before;
                    }
                    assertThat(counts[2]).isEqualTo(counts[0]);
                    assertThat(counts[3]).isEqualTo(counts[1]);
                    if (comm.rank() == 0) {
                        assertThat(counts[1]).as("windows").isLessThan(counts[0]);
                    }
                    file.close();
                });
    }

    /** What is no failure of the file reaches the program once, where it makes progress. */
    @Test
    void whatTheWorkThrowsIsThrownToTheProgram() {
        List<Runnable> works = new ArrayList<>();
        FileRanks.run(
                hosts(1),
                64,
                (rank, comm, io) -> {
                    BackgroundWork work =
                            new BackgroundWork(new IoThreads(rank.engine(), works::add));
                    work.start(() -> {
                        throw new OutOfMemoryError("on purpose");
                    });
                    assertThat(work.isDone()).isFalse();
                    works.removeFirst().run();
                    assertThatThrownBy(work::isDone).isInstanceOf(OutOfMemoryError.class);
                    assertThat(work.isDone()).isFalse();
                });
    }
}
