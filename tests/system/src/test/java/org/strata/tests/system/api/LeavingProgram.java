package org.strata.tests.system.api;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ranks that call nothing of MPI any more once their call has returned, and wait outside MPI for
 * their peers to return from theirs (MPI 4.1 §3.4: a send that is complete needs its sender no
 * more). The first argument is a directory, in which each rank that has returned leaves a file; the
 * second one is the call, the third one the number of values in each message, the fourth one the
 * number of messages.
 */
public final class LeavingProgram {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int TAG = 5;

    private LeavingProgram() {}

    /** Runs the call, and prints what could not be had of a peer. */
    public static void main(String[] args) throws MPIException, IOException {
        MPI.Init(args);
        Comm world = MPI.COMM_WORLD;
        Path directory = Path.of(args[0]);
        int values = Integer.parseInt(args[2]);
        int messages = Integer.parseInt(args[3]);
        int me = world.getRank();
        switch (args[1]) {
            case "pairs" -> pair(world, values, messages);
            case "late" -> late(world, values, messages, directory);
            case "reverse" -> reverse(world, values, messages);
            default -> world.barrier();
        }
        Files.createFile(directory.resolve("" + me));
        for (int rank = 0; rank < world.getSize(); rank++) {
            if (!appears(directory.resolve("" + rank))) {
                System.out.println("rank " + rank + " waits for rank " + me + ", which has left");
            }
        }
        MPI.Finalize();
    }

    /** Even ranks send to their successor, each pair by another kind of call. */
    private static void pair(Comm world, int values, int messages) throws MPIException {
        int me = world.getRank();
        if (me % 2 == 0) {
            for (int i = 0; i < messages; i++) {
                send(world, me / 2, me + 1, TAG, filled(values, i));
            }
            return;
        }
        for (int i = 0; i < messages; i++) {
            receive(world, me - 1, TAG, filled(values, i));
        }
    }

    /** As {@link #pair}; then the sender has left before the receiver calls MPI once more. */
    private static void late(Comm world, int values, int messages, Path directory)
            throws MPIException {
        pair(world, values, 1);
        int me = world.getRank();
        if (me % 2 != 0) {
            Check.that(appears(directory.resolve("" + (me - 1))), "the sender has left");
        }
        pair(world, values, messages);
    }

    /** The ranks of each pair send each other many tags, and then receive them in reverse. */
    private static void reverse(Comm world, int values, int messages) throws MPIException {
        int me = world.getRank();
        int other = me ^ 1;
        for (int i = 0; i < messages; i++) {
            send(world, me / 2, other, TAG + i, filled(values, i));
        }
        for (int i = messages - 1; i >= 0; i--) {
            receive(world, other, TAG + i, filled(values, i));
        }
    }

    private static void receive(Comm world, int from, int tag, int[] expected) throws MPIException {
        int[] got = new int[expected.length];
        world.recv(got, got.length, MPI.INT, from, tag);
        Check.that(Arrays.equals(got, expected), "tag " + tag + " of rank " + from);
    }

    private static int[] filled(int values, int seed) {
        int[] data = new int[values];
        Arrays.setAll(data, i -> i * 31 + seed);
        return data;
    }

    private static void send(Comm world, int kind, int to, int tag, int[] data)
            throws MPIException {
        IntBuffer buffer = MPI.newIntBuffer(data.length);
        buffer.put(0, data);
        switch (kind) {
            case 0 -> world.send(data, data.length, MPI.INT, to, tag);
            case 1 -> {
                Request request = world.iSend(buffer, data.length, MPI.INT, to, tag);
                request.waitFor();
                request.free();
            }
            case 2 -> {
                Prequest request = world.sendInit(buffer, data.length, MPI.INT, to, tag);
                request.start();
                Request.waitAll(new Request[] {request});
                request.free();
            }
            default -> {
                Request request = world.iSend(buffer, data.length, MPI.INT, to, tag);
                while (!request.test()) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static boolean appears(Path file) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!Files.exists(file)) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}
