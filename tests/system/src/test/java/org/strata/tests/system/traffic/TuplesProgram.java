package org.strata.tests.system.traffic;

import mpi.Comm;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The program of two ranks that send each other many tags and receive them in the opposite order,
 * short and long messages. With the argument {@code wild} it does so with wildcards, too, probes
 * and cancels; with {@code strict}, on a communicator without wildcards, too; with {@code leave},
 * rank 0 sends a message at last that nobody receives.
 */
public final class TuplesProgram {
    private static final int TAGS = 20;
    private static final int LAST = 99;
    private static final int[] LENGTHS = {8, 1000, 60_000};

    private final Comm comm;
    private final int peer;
    private int received;

    private TuplesProgram(Comm comm) throws MPIException {
        this.comm = comm;
        this.peer = 1 - comm.getRank();
    }

    /** Runs both ranks; rank 0 prints how many messages it has received. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        TuplesProgram world = new TuplesProgram(MPI.COMM_WORLD);
        List<String> wanted = List.of(args);
        for (int length : LENGTHS) {
            world.inReverse(length, world.peer);
        }
        if (wanted.contains("wild")) {
            for (int length : LENGTHS) {
                world.inReverse(length, MPI.ANY_SOURCE);
                world.probed(length);
                world.cancelled(length);
                world.inReverse(length, world.peer);
            }
        }
        if (wanted.contains("strict")) {
            strict();
        }
        if (world.comm.getRank() == 0) {
            if (wanted.contains("leave")) {
                world.comm.send(MPI.newByteBuffer(100), 100, MPI.BYTE, world.peer, LAST);
            }
            System.out.println("ok, " + world.received + " messages");
        }
        MPI.Finalize();
    }

    /** Wildcards are errors that say so, where the communicator's info excludes them. */
    private static void strict() throws MPIException {
        Info info = new Info();
        info.set("mpi_assert_no_any_source", "true");
        info.set("mpi_assert_no_any_tag", "true");
        Intracomm comm = MPI.COMM_WORLD.dupWithInfo(info);
        comm.setErrhandler(MPI.ERRORS_RETURN);
        new TuplesProgram(comm).inReverse(8, 1 - comm.getRank());
        ByteBuffer data = MPI.newByteBuffer(8);
        refused(() -> comm.recv(data, 8, MPI.BYTE, MPI.ANY_SOURCE, 1));
        refused(() -> comm.iRecv(data, 8, MPI.BYTE, 0, MPI.ANY_TAG).waitFor());
        comm.free();
        info.free();
    }

    private interface Receive {
        void run() throws MPIException;
    }

    private static void refused(Receive receive) throws MPIException {
        try {
            receive.run();
        } catch (MPIException e) {
            String text = e.getMessage();
            if (text.contains("MPI_ERR_ARG") && text.contains("mpi_assert_no_any_source")) {
                return;
            }
            throw e;
        }
        throw new AssertionError("a wildcard was accepted");
    }

    private Request send(int length, int tag) throws MPIException {
        ByteBuffer data = MPI.newByteBuffer(length);
        data.put(length - 1, (byte) (tag + 1));
        return comm.iSend(data, length, MPI.BYTE, peer, tag);
    }

    private void check(Status status, ByteBuffer data, int length, int tag) throws MPIException {
        boolean right =
                data.get(length - 1) == tag + 1
                        && status.getSource() == peer
                        && status.getTag() == tag
                        && status.getCount(MPI.BYTE) == length;
        if (!right) {
            throw new AssertionError("tag " + tag + ": " + data.get(length - 1));
        }
        received++;
    }

    private void inReverse(int length, int source) throws MPIException {
        Request[] sends = new Request[TAGS];
        for (int tag = 0; tag < TAGS; tag++) {
            sends[tag] = send(length, tag);
        }
        for (int tag = TAGS - 1; tag >= 0; tag--) {
            ByteBuffer data = MPI.newByteBuffer(length);
            check(comm.recv(data, length, MPI.BYTE, source, tag), data, length, tag);
        }
        Request.waitAll(sends);
    }

    /** Receives what a probe has found. */
    private void probed(int length) throws MPIException {
        Request send = send(length, 3);
        Status found = comm.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
        ByteBuffer data = MPI.newByteBuffer(found.getCount(MPI.BYTE));
        check(comm.recv(data, length, MPI.BYTE, peer, 3), data, length, 3);
        send.waitFor();
    }

    /** Cancels the middle one of three receives; the others match. */
    private void cancelled(int length) throws MPIException {
        ByteBuffer[] data = new ByteBuffer[3];
        Request[] receives = new Request[3];
        for (int i = 0; i < 3; i++) {
            data[i] = MPI.newByteBuffer(length);
            receives[i] = comm.iRecv(data[i], length, MPI.BYTE, peer, i == 1 ? LAST : i);
        }
        receives[1].cancel();
        Request[] sends = {send(length, 0), send(length, 2)};
        if (!receives[1].waitStatus().isCancelled()) {
            throw new AssertionError("not cancelled");
        }
        check(receives[0].waitStatus(), data[0], length, 0);
        check(receives[2].waitStatus(), data[2], length, 2);
        Request.waitAll(sends);
    }
}
