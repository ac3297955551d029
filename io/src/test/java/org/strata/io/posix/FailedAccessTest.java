package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.coll.Coll;
import org.strata.mca.io.IoAccess;
import org.strata.mca.io.IoAccess.Pointer;
import org.strata.mca.io.IoFailure;
import org.strata.mca.io.IoFile;
import org.strata.mca.io.OpenMode;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;

/** What fails at one rank fails at all that take part. */
class FailedAccessTest {
    private static final OpenMode READ = new OpenMode(2);
    private static final OpenMode READ_WRITE = new OpenMode(8);
    private static final OpenMode NEW = new OpenMode(1 | 8 | 64);

    @TempDir private Path directory;

    private static String[] hosts(int size) {
        String[] hosts = new String[size];
        Arrays.fill(hosts, "node");
        return hosts;
    }

    /** Rank 0 finds the device full when it writes what the others sent to it. */
    @Test
    void aFullDeviceReachesEveryRank() {
        FileRanks.run(
                hosts(3),
                64,
                (rank, comm, io) -> {
                    Map<String, String> hints = Map.of("collective_buffering", "true");
                    IoFile file = io.open(comm, "/dev/full", READ_WRITE, hints);
                    Buf data = new Buf(new byte[100], 0, 100, DataLayouts.BYTE);
                    IoAccess write = new IoAccess(true, Pointer.EXPLICIT, true);
                    PmlRequest request = file.start(write, comm.rank() * 100L, data);
                    rank.engine().waitFor(request);
                    assertThat(request.error).isEqualTo(Rc.NO_SPACE);
                    assertThat(request.bytes).isZero();
                    assertThat(request.failureText())
                            .contains("/dev/full", "No space left on device");
                    request.release();
                    file.close();
                });
    }

    /** Each rank at the bytes that the shared pointer gave it, and once more after the failure. */
    @Test
    void aFullDeviceReachesWhoeverUsesTheSharedPointer() {
        FileRanks.run(
                hosts(3),
                64,
                (rank, comm, io) -> {
                    IoFile file = io.open(comm, "/dev/full", READ_WRITE, Map.of());
                    Buf data = new Buf(new byte[100], 0, 100, DataLayouts.BYTE);
                    IoAccess write = new IoAccess(true, Pointer.SHARED, false);
                    for (int time = 0; time < 2; time++) {
                        PmlRequest request = file.start(write, 0, data);
                        rank.engine().waitFor(request);
                        assertThat(request.error).isEqualTo(Rc.NO_SPACE);
                        assertThat(request.bytes).isZero();
                        assertThat(request.failureText()).contains("/dev/full");
                        request.release();
                    }
                    file.close();
                });
    }

    /** The device cannot do either: calls that work in the background fail, each time. */
    @Test
    void whatFailsInTheBackgroundFailsTheCall() {
        FileRanks.run(
                hosts(3),
                64,
                (rank, comm, io) -> {
                    IoFile file = io.open(comm, "/dev/full", READ_WRITE, Map.of());
                    for (int time = 0; time < 2; time++) {
                        assertThat(catchThrowableOfType(IoFailure.class, file::sync)).isNotNull();
                        ThrowableAssert.ThrowingCallable more = () -> file.preallocate(100);
                        assertThat(catchThrowableOfType(IoFailure.class, more)).isNotNull();
                    }
                    file.close();
                });
    }

    /** Rank 0 is lost before it has sent its hints. */
    @Test
    void aFileThatCannotBeOpenedIsClosedAgain() throws IOException {
        Path path = Files.writeString(directory.resolve("file"), "x");
        try (FakeJob job = FakeJob.of(2)) {
            FakeRank rank = job.rank(1);
            FakePml pml = FakePml.of(job, 64).get(1);
            InvocationHandler lost =
                    (proxy, method, arguments) -> {
                        if (!method.getName().equals("bcast")) {
                            long[] all = (long[]) ((Buf) arguments[1]).base();
                            System.arraycopy(all, all.length / 2, all, 0, all.length / 2);
                            return Rc.OK;
                        }
                        assertThat(descriptors(path)).as("open").isEqualTo(1);
                        return Rc.PEER_FAILED;
                    };
            Class<?>[] types = {Coll.class};
            Coll coll = (Coll) Proxy.newProxyInstance(Coll.class.getClassLoader(), types, lost);
            IoThreads threads = new IoThreads(rank.engine());
            PosixIoConfig config = new PosixIoConfig(0, 1, 1 << 20, 1 << 20);
            PosixIo io = new PosixIo(config, rank.engine(), pml, coll, threads, 0);
            ThrowableAssert.ThrowingCallable open =
                    () -> io.open(pml.world(9), path.toString(), READ_WRITE, Map.of());
            assertThat(catchThrowableOfType(IoFailure.class, open).rc()).isEqualTo(Rc.PEER_FAILED);
        }
        assertThat(descriptors(path)).as("closed").isZero();
    }

    /** Returns how many descriptors of this process refer to a file. */
    private static int descriptors(Path path) throws IOException {
        int count = 0;
        for (File descriptor : new File("/proc/self/fd").listFiles()) {
            try {
                if (Files.readSymbolicLink(descriptor.toPath()).equals(path.toRealPath())) {
                    count++;
                }
            } catch (NoSuchFileException e) {
                // That of the list itself, or another thread's: it is closed.
                continue;
            }
        }
        return count;
    }

    /** The keeper of the shared pointer is lost: no data are transferred, and the access ends. */
    @Test
    void anAccessThatIsToldNoPlaceFails() {
        try (FakeJob job = FakeJob.of(2)) {
            FakeRank rank = job.rank(1);
            CommContext comm = FakePml.of(job, 64).get(1).world(9);
            InvocationHandler lost =
                    (proxy, method, arguments) -> {
                        FileRequest request = new FileRequest();
                        request.error = Rc.PEER_FAILED;
                        return request;
                    };
            Class<?>[] types = {Pml.class};
            Pml pml = (Pml) Proxy.newProxyInstance(Pml.class.getClassLoader(), types, lost);
            SharedPointer pointer = new SharedPointer(comm, pml, rank.engine());
            FileAccesses accesses = new FileAccesses();
            rank.engine().enter();
            SharedAccess access =
                    new SharedAccess(
                            rank.engine(),
                            new IoThreads(rank.engine()),
                            pointer.advance(100),
                            (data, at) -> {
                                throw new AssertionError("a transfer at " + at);
                            });
            access.start(accesses, new Buf(new byte[100], 0, 100, DataLayouts.BYTE), comm);
            assertThat(access.isDone()).isTrue();
            assertThat(Rc.name(access.error)).isEqualTo("PEER_FAILED");
            assertThat(access.bytes).isZero();
            assertThat(accesses.isEmpty()).isTrue();
            rank.engine().exit();
        }
    }

    /** What has to be the same at all is compared, and both values are told; the file stays. */
    @Test
    void ranksThatDoNotAgreeAreToldBothValues() throws Exception {
        Path path = directory.resolve("agreed");
        FileRanks.run(
                hosts(3),
                64,
                (rank, comm, io) -> {
                    IoFile file = io.open(comm, path.toString(), NEW, Map.of());
                    long mine = comm.rank() == 2 ? 4097 : 4096;
                    assertThat(notSame(() -> file.resize(mine)))
                            .contains("different sizes", "rank 0 passes 4096", "rank 2 4097");
                    assertThat(notSame(() -> file.preallocate(mine))).contains("4096", "4097");
                    assertThat(notSame(() -> file.seekShared(mine))).contains("4096", "4097");
                    assertThat(notSame(() -> file.setAtomic(comm.rank() == 2)))
                            .contains("rank 0 passes 0", "rank 2 1");
                    assertThat(file.atomic()).isFalse();
                    assertThat(file.size()).isZero();
                    file.resize(10);
                    assertThat(file.size()).isEqualTo(10);
                    file.close();
                });
    }

    private static String notSame(ThrowableAssert.ThrowingCallable call) {
        IoFailure failure = catchThrowableOfType(IoFailure.class, call);
        assertThat(failure.rc()).isEqualTo(Rc.NOT_SAME);
        return failure.getMessage();
    }

    @Test
    void aFileOpensAtAllRanksOrAtNone() throws Exception {
        String[] paths = new String[3];
        for (int i = 0; i < 3; i++) {
            paths[i] = directory.resolve("file" + i).toString();
        }
        Files.createFile(Path.of(paths[0]));
        Files.createFile(Path.of(paths[1]));
        FileRanks.run(
                hosts(3),
                64,
                (rank, comm, io) -> {
                    IoFailure failure =
                            catchThrowableOfType(
                                    IoFailure.class,
                                    () -> io.open(comm, paths[comm.rank()], READ, Map.of()));
                    assertThat(failure.rc()).isEqualTo(Rc.NO_SUCH_FILE);
                    assertThat(failure.getMessage()).contains(paths[2]);
                });
    }

    @Test
    void oneRankCreatesAnExclusiveFileForAll() {
        String path = directory.resolve("exclusive").toString();
        FileRanks.run(
                hosts(4),
                64,
                (rank, comm, io) -> {
                    io.open(comm, path, NEW, Map.of()).close();
                    IoFailure again =
                            catchThrowableOfType(
                                    IoFailure.class, () -> io.open(comm, path, NEW, Map.of()));
                    assertThat(again.rc()).isEqualTo(Rc.FILE_EXISTS);
                    IoFailure unlike =
                            catchThrowableOfType(
                                    IoFailure.class,
                                    () ->
                                            io.open(
                                                    comm,
                                                    path,
                                                    comm.rank() == 1 ? READ : READ_WRITE,
                                                    Map.of()));
                    assertThat(unlike.rc()).isEqualTo(Rc.NOT_SAME);
                });
    }

    /** The file is closed after the accesses that the program has not waited for. */
    @Test
    void closeWaitsForAccessesUnderWay() throws Exception {
        Path path = directory.resolve("closed");
        CyclicBarrier barrier = new CyclicBarrier(4);
        FileRanks.run(
                hosts(4),
                64,
                (rank, comm, io) -> {
                    IoFile file = io.open(comm, path.toString(), NEW, Map.of());
                    byte[] mine = {(byte) (comm.rank() + 1)};
                    Buf data = new Buf(mine, 0, 1, DataLayouts.BYTE);
                    for (int i = 0; i < 50; i++) {
                        file.start(new IoAccess(true, Pointer.SHARED, false), 0, data).release();
                    }
                    file.close();
                    barrier.await();
                    int[] counts = new int[5];
                    for (byte each : Files.readAllBytes(path)) {
                        counts[each]++;
                    }
                    assertThat(counts).containsExactly(0, 50, 50, 50, 50);
                });
    }

    /** Rank 0 has nothing to do itself, and says where the shared pointer is until all close. */
    @Test
    void rankZeroAnswersUntilAllClose() throws Exception {
        Path path = directory.resolve("answered");
        FileRanks.run(
                hosts(3),
                64,
                (rank, comm, io) -> {
                    IoFile file = io.open(comm, path.toString(), NEW, Map.of());
                    byte[] mine = {(byte) comm.rank()};
                    Buf data = new Buf(mine, 0, 1, DataLayouts.BYTE);
                    for (int i = 0; i < 20 * comm.rank(); i++) {
                        PmlRequest request =
                                file.start(new IoAccess(true, Pointer.SHARED, false), 0, data);
                        rank.engine().waitFor(request);
                        assertThat(request.error).isEqualTo(Rc.OK);
                        request.release();
                    }
                    file.close();
                });
        assertThat(Files.readAllBytes(path)).hasSize(60).doesNotContain((byte) 0);
    }
}
