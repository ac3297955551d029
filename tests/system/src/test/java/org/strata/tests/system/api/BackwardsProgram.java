package org.strata.tests.system.api;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.UserFunction;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Vectors with a negative stride: all but their first element lie before the origin, which is in
 * the middle of an array or of a direct buffer. Every call takes them on every kind of memory.
 */
final class BackwardsProgram {
    private static final int TAG = 3;

    private static final Op SUM =
            new Op(
                    new UserFunction() {
                        @Override
                        public void call(ByteBuffer in, ByteBuffer inOut, int n, Datatype type) {
                            for (int i = 0; i < in.capacity(); i += 4) {
                                inOut.putInt(i, in.getInt(i) + inOut.getInt(i));
                            }
                        }
                    },
                    true);

    private final Intracomm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int size = comm.getSize();
    private final int right = (rank + 1) % size;
    private final int left = (rank + size - 1) % size;

    /** Elements of one vector. */
    private final int length;

    /** Ints from one vector's origin to the next one's. */
    private final int extent;

    private final Cell cell;
    private final Datatype type;

    private BackwardsProgram(int length, Cell cell) throws MPIException {
        this.length = length;
        this.extent = 2 * length - 1;
        this.cell = cell;
        this.type = Cell.strided(length, -2);
    }

    static void run() throws MPIException {
        for (int length : new int[] {3, 1000, 40_000}) {
            for (Cell cell : Cell.values()) {
                BackwardsProgram program = new BackwardsProgram(length, cell);
                program.messages();
                program.packing();
                program.collectives();
                if (cell == Cell.DIRECT || cell == Cell.BYTES) {
                    program.requests();
                }
                program.type.free();
            }
        }
    }

    private static int value(int rank, int vector, int index) {
        return 1_000_003 * (rank + 1) + 40_009 * vector + index;
    }

    /** Returns memory for vectors from the returned buffer's origin on, and before it. */
    private Object blank(int vectors) {
        Object whole = cell.allocate(vectors * extent + 1);
        for (int i = 0; i < vectors * extent + 1; i++) {
            Cell.put(whole, i, -1);
        }
        return Cell.slice(whole, extent);
    }

    /** Returns memory with vectors of this rank. */
    private Object filled(int vectors) {
        Object whole = cell.allocate(vectors * extent + 1);
        for (int v = 0; v < vectors; v++) {
            for (int i = 0; i < length; i++) {
                Cell.put(whole, (v + 1) * extent - 2 * i, value(rank, v, i));
            }
        }
        return Cell.slice(whole, extent);
    }

    /** Returns the elements of a vector. */
    private int[] elements(Object memory, int vector) throws MPIException {
        byte[] packed = new byte[4 * length * (vector + 1)];
        comm.pack(memory, vector + 1, type, packed, 0);
        int[] all = new int[length * (vector + 1)];
        comm.unpack(packed, 0, all, all.length, MPI.INT);
        return Arrays.copyOfRange(all, length * vector, all.length);
    }

    private int[] expected(int from, int vector) {
        int[] values = new int[length];
        Arrays.setAll(values, i -> value(from, vector, i));
        return values;
    }

    private void expect(Object memory, int vector, int from, int theirs, String what)
            throws MPIException {
        String call = what + " of " + length + " backwards in " + cell;
        Check.equal(elements(memory, vector), expected(from, theirs), call);
    }

    private void messages() throws MPIException {
        Object in = blank(1);
        comm.sendRecv(filled(1), 1, type, right, TAG, in, 1, type, left, TAG);
        expect(in, 0, left, 0, "sendRecv");
        Object both = filled(1);
        comm.sendRecvReplace(both, 1, type, right, TAG, left, TAG);
        expect(both, 0, left, 0, "sendRecvReplace");
        if (size > 1) {
            blocking();
        }
    }

    private void blocking() throws MPIException {
        Object in = blank(1);
        if (rank % 2 == 0) {
            comm.send(filled(1), 1, type, right, TAG);
            comm.recv(in, 1, type, left, TAG);
        } else {
            comm.recv(in, 1, type, left, TAG);
            comm.send(filled(1), 1, type, right, TAG);
        }
        expect(in, 0, left, 0, "recv");
    }

    private void requests() throws MPIException {
        Object in = blank(2);
        Request receive = comm.iRecv(in, 2, type, left, TAG);
        comm.iSend(filled(2), 2, type, right, TAG).waitFor();
        receive.waitFor();
        expect(in, 0, left, 0, "iRecv");
        expect(in, 1, left, 1, "iRecv");
        in = blank(1);
        Prequest send = comm.sendInit(filled(1), 1, type, right, TAG);
        Prequest again = comm.recvInit(in, 1, type, left, TAG);
        Prequest.startAll(new Prequest[] {send, again});
        Request.waitAll(new Request[] {send, again});
        expect(in, 0, left, 0, "a persistent receive");
        send.free();
        again.free();
        in = blank(1);
        Request sending = comm.isSend(filled(1), 1, type, right, TAG);
        Message message = new Message();
        message.mProbe(left, TAG, comm);
        message.imRecv(in, 1, type).waitFor();
        sending.waitFor();
        expect(in, 0, left, 0, "imRecv");
    }

    private void packing() throws MPIException {
        byte[] packed = new byte[4 * length];
        comm.pack(filled(1), 1, type, packed, 0);
        Object in = blank(1);
        comm.unpack(packed, 0, in, 1, type);
        expect(in, 0, rank, 0, "unpack");
    }

    private void collectives() throws MPIException {
        Object in = rank == 0 ? filled(1) : blank(1);
        comm.bcast(in, 1, type, 0);
        expect(in, 0, 0, 0, "bcast");
        in = blank(size);
        comm.allGather(filled(1), 1, type, in, 1, type);
        for (int r = 0; r < size; r++) {
            expect(in, r, r, 0, "allGather");
        }
        in = blank(size);
        comm.allToAll(filled(size), 1, type, in, 1, type);
        for (int r = 0; r < size; r++) {
            expect(in, r, r, rank, "allToAll");
        }
        int[] ones = new int[size];
        int[] places = new int[size];
        Arrays.fill(ones, 1);
        Arrays.setAll(places, r -> r);
        in = blank(size);
        comm.allGatherv(filled(1), 1, type, in, ones, places, type);
        expect(in, size - 1, size - 1, 0, "allGatherv");
        int[] bytes = new int[size];
        Arrays.setAll(bytes, r -> 4 * extent * r);
        Datatype[] types = new Datatype[size];
        Arrays.fill(types, type);
        in = blank(size);
        comm.allToAllw(filled(size), ones, bytes, types, in, ones, bytes, types);
        expect(in, 0, 0, rank, "allToAllw");
        in = blank(2);
        comm.allReduce(filled(2), in, 2, type, SUM);
        Check.equal(
                elements(in, 1)[2],
                size * value(0, 1, 2) + 1_000_003 * size * (size - 1) / 2,
                "sum");
        in = blank(1);
        comm.scatter(rank == 0 ? filled(size) : null, 1, type, in, 1, type, 0);
        expect(in, 0, 0, rank, "scatter");
    }
}
