package org.strata.tests.system.api;

import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Accesses to a file that take as long as somebody has a lock on it, as they may on a device: the
 * other threads of the ranks communicate meanwhile, and only then the lock is released.
 */
final class BlockedFileProgram {
    private static final int BYTES = 5000;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final Intracomm others;
    private final Path path;
    private final File file;

    /** An access of the main thread. */
    @FunctionalInterface
    private interface Access {
        Status run(byte[] data) throws MPIException;
    }

    private BlockedFileProgram(Path path) throws MPIException {
        this.path = path;
        others = world.dup();
        file = new File(world, path.toString(), MPI.MODE_CREATE | MPI.MODE_RDWR);
        file.setSize((long) size * BYTES);
        file.setAtomicity(true);
    }

    static void run() throws MPIException {
        byte[] name = new byte[500];
        if (MPI.COMM_WORLD.getRank() == 0) {
            byte[] text = temporary().toString().getBytes(StandardCharsets.UTF_8);
            System.arraycopy(text, 0, name, 0, text.length);
        }
        MPI.COMM_WORLD.bcast(name, name.length, MPI.BYTE, 0);
        Path path = Path.of(new String(name, StandardCharsets.UTF_8).trim());
        BlockedFileProgram program = new BlockedFileProgram(path);
        program.accesses();
        program.file.close();
        program.others.free();
        MPI.COMM_WORLD.barrier();
        if (MPI.COMM_WORLD.getRank() == 0) {
            delete(path);
        }
    }

    private static Path temporary() {
        try {
            return Files.createTempFile("strata-blocked", ".bin");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accesses() throws MPIException {
        long at = (long) rank * BYTES;
        blocked(true, data -> file.writeAtAll(at, data, BYTES, MPI.BYTE));
        blocked(false, data -> file.readAtAll(at, data, BYTES, MPI.BYTE));
        file.seekShared(0, MPI.SEEK_SET);
        blocked(true, data -> file.writeShared(data, BYTES, MPI.BYTE));
        file.seekShared(0, MPI.SEEK_SET);
        blocked(false, data -> file.readShared(data, BYTES, MPI.BYTE));
        blocked(
                true,
                data -> {
                    file.writeAtAllBegin(at, data, BYTES, MPI.BYTE);
                    return file.writeAtAllEnd(data);
                });
        blocked(true, data -> file.writeAt(at, data, BYTES, MPI.BYTE));
    }

    /** Runs an access of every rank, for which another thread releases the lock. */
    private void blocked(boolean writes, Access access) throws MPIException {
        world.barrier();
        FileLock lock = rank == 0 ? lock() : null;
        world.barrier();
        Throwable[] failure = new Throwable[1];
        Thread other =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                communicate();
                                if (lock != null) {
                                    lock.acquiredBy().close();
                                }
                            } catch (MPIException | IOException | RuntimeException e) {
                                failure[0] = e;
                            }
                        });
        byte[] data = new byte[BYTES];
        Arrays.fill(data, (byte) (rank + 1));
        Status status = access.run(data);
        Check.equal(status.getCount(MPI.BYTE), BYTES, "bytes transferred");
        join(other);
        Check.equal(failure[0], null, "what the other thread throws");
        if (!writes) {
            // With the shared pointer it is somebody's block.
            Check.that(data[0] > 0 && data[0] == data[BYTES - 1], "one rank's block");
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private FileLock lock() {
        try {
            FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
            return channel.lock();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Probes and sends around, while the main thread is inside its access at the latest. */
    private void communicate() throws MPIException {
        int[] token = {0};
        for (int round = 0; round < 200; round++) {
            others.iProbe(MPI.ANY_SOURCE, 77);
            others.sendRecv(
                    token,
                    1,
                    MPI.INT,
                    (rank + 1) % size,
                    1,
                    new int[1],
                    1,
                    MPI.INT,
                    (rank + size - 1) % size,
                    1);
        }
        others.barrier();
    }
}
