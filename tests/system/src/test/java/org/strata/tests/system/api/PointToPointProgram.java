package org.strata.tests.system.api;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

import java.nio.Buffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Random;

/** Point-to-point in all modes and kinds of memory; each rank talks to its ring neighbours. */
final class PointToPointProgram {
    private static final int[] SIZES = {0, 1, 2, 7, 100, 1023, 5000, 70_000};

    private final Comm comm;
    private final int rank;
    private final int size;
    private final int right;
    private final int left;

    private PointToPointProgram(Comm comm) throws MPIException {
        this.comm = comm;
        rank = comm.getRank();
        size = comm.getSize();
        right = (rank + 1) % size;
        left = (rank + size - 1) % size;
    }

    /** Runs all parts. */
    static void run() throws MPIException {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        PointToPointProgram program = new PointToPointProgram(MPI.COMM_WORLD);
        program.blockingModes();
        program.nonBlockingModes();
        program.order();
        program.anySource();
        program.datatypes();
        program.shortMessagesLeaveTheRest();
        program.probes();
        program.matchedProbes();
        program.exchanges();
        program.persistent();
        program.bufferedMode();
        program.completionCalls();
        program.cancel();
        program.truncation();
        program.selfMessages();
        program.synchronousWaitsForItsReceive();
        program.procNull();
        program.freeActive();
        program.randomTraffic(new Random(4711));
    }

    private static int[] pattern(int seed, int length) {
        int[] values = new int[length];
        for (int i = 0; i < length; i++) {
            values[i] = seed * 1_000_003 + i;
        }
        return values;
    }

    private void checkReceived(Object in, Status status, int from, int tag, int length) {
        try {
            Check.equal(status.getSource(), from, "source");
            Check.equal(status.getTag(), tag, "tag");
            Check.equal(status.getCount(MPI.INT), length, "count");
            Check.equal(status.getElements(MPI.BYTE), 4 * length, "bytes");
        } catch (MPIException e) {
            throw new AssertionError(e);
        }
        Check.equal(Cell.ints(in), pattern(from + tag, length), "data of " + length);
    }

    private void blockingModes() throws MPIException {
        for (Cell cell : Cell.values()) {
            for (int length : SIZES) {
                Object in = cell.allocate(length);
                Object out = cell.of(pattern(rank + length % 7, length));
                Request receive = cell.nonBlocking() ? irecv(in, length, left, length % 7) : null;
                if (receive == null) {
                    Request send = isend(pattern(rank + length % 7, length), length % 7);
                    checkReceived(
                            in,
                            comm.recv(in, length, MPI.INT, left, length % 7),
                            left,
                            length % 7,
                            length);
                    send.waitFor();
                    continue;
                }
                comm.send(out, length, MPI.INT, right, length % 7);
                checkReceived(in, receive.waitStatus(), left, length % 7, length);
                receive = irecv(in, length, left, MPI.ANY_TAG);
                comm.sSend(out, length, MPI.INT, right, length % 7);
                checkReceived(in, receive.waitStatus(), left, length % 7, length);
                receive = irecv(in, length, left, MPI.ANY_TAG);
                comm.barrier();
                comm.rSend(out, length, MPI.INT, right, length % 7);
                checkReceived(in, receive.waitStatus(), left, length % 7, length);
            }
        }
    }

    private Request isend(int[] values, int tag) throws MPIException {
        return comm.iSend(values, values.length, MPI.INT, right, tag);
    }

    private Request irecv(Object in, int length, int from, int tag) throws MPIException {
        return in instanceof Buffer buffer
                ? comm.iRecv(buffer, length, MPI.INT, from, tag)
                : comm.iRecv(in, length, MPI.INT, from, tag);
    }

    private void nonBlockingModes() throws MPIException {
        for (int length : SIZES) {
            IntBuffer out = MPI.newIntBuffer(length).put(pattern(rank + 1, length));
            IntBuffer in = MPI.newIntBuffer(length);
            Request receive = comm.iRecv(in, length, MPI.INT, left, 1);
            Request send = comm.isSend(out, length, MPI.INT, right, 1);
            checkReceived(in, receive.waitStatus(), left, 1, length);
            send.waitFor();
            receive = comm.iRecv(in, length, MPI.INT, left, 1);
            comm.barrier();
            send = comm.irSend(out, length, MPI.INT, right, 1);
            send.waitFor();
            checkReceived(in, receive.waitStatus(), left, 1, length);
        }
    }

    /** Messages of one sender are received in the order sent, whatever their sizes. */
    private void order() throws MPIException {
        int messages = 200;
        Request[] sends = new Request[messages];
        for (int i = 0; i < messages; i++) {
            int length = 1 + SIZES[i % SIZES.length] / 10;
            int[] out = pattern(i, length);
            sends[i] = comm.iSend(out, length, MPI.INT, right, i % 2);
        }
        for (int parity = 0; parity < 2; parity++) {
            for (int i = parity; i < messages; i += 2) {
                int length = 1 + SIZES[i % SIZES.length] / 10;
                int[] in = new int[8000];
                Status status = comm.recv(in, in.length, MPI.INT, left, parity);
                Check.equal(status.getCount(MPI.INT), length, "length of message " + i);
                Check.equal(in[0], i * 1_000_003, "first of message " + i);
                Check.equal(in[length], 0, "beyond message " + i);
            }
        }
        Request.waitAll(sends);
    }

    private void anySource() throws MPIException {
        if (rank == 0) {
            boolean[] seen = new boolean[size];
            for (int i = 1; i < size; i++) {
                int[] in = new int[1];
                Status status = comm.recv(in, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                Check.equal(status.getTag(), 10 + status.getSource(), "tag");
                Check.equal(in[0], status.getSource(), "who");
                Check.that(!seen[in[0]], "twice");
                seen[in[0]] = true;
            }
        } else {
            comm.send(new int[] {rank}, 1, MPI.INT, 0, 10 + rank);
        }
        comm.barrier();
    }

    /** Different shapes on both sides; gaps stay as they are. */
    private void datatypes() throws MPIException {
        for (int blocks : new int[] {1, 5, 1000, 40_000}) {
            Datatype every2 = Cell.strided(blocks, 2);
            Datatype every3 = Cell.strided(blocks, 3);
            for (Cell cell : new Cell[] {Cell.ARRAY, Cell.DIRECT, Cell.BYTES}) {
                Object out = cell.of(pattern(rank, 2 * blocks));
                Object in = cell.of(pattern(-9, 3 * blocks));
                Request receive =
                        in instanceof Buffer b
                                ? comm.iRecv(b, 1, every3, left, 2)
                                : comm.iRecv(in, 1, every3, left, 2);
                comm.send(out, 1, every2, right, 2);
                Status status = receive.waitStatus();
                Check.equal(status.getCount(every3), 1, "count");
                Check.equal(status.getElements(every3), blocks, "elements");
                int[] expected = pattern(-9, 3 * blocks);
                int[] sent = pattern(left, 2 * blocks);
                for (int i = 0; i < blocks; i++) {
                    expected[3 * i] = sent[2 * i];
                }
                Check.equal(Cell.ints(in), expected, "strided");
            }
            every2.free();
            every3.free();
        }
    }

    private void shortMessagesLeaveTheRest() throws MPIException {
        for (int length : new int[] {1, 3000}) {
            int[] in = pattern(-1, 100_000);
            Request send = isend(pattern(rank, length), 3);
            Status status = comm.recv(in, in.length, MPI.INT, left, 3);
            send.waitFor();
            Check.equal(status.getCount(MPI.INT), length, "length");
            int[] expected = pattern(-1, 100_000);
            System.arraycopy(pattern(left, length), 0, expected, 0, length);
            Check.equal(in, expected, "rest of the array");
        }
    }

    private void probes() throws MPIException {
        Request send = isend(pattern(rank, 2500), 4);
        Status status = comm.probe(MPI.ANY_SOURCE, 4);
        Check.equal(status.getCount(MPI.INT), 2500, "probed");
        int[] in = new int[status.getCount(MPI.INT)];
        status = comm.recv(in, in.length, MPI.INT, status.getSource(), status.getTag());
        Check.equal(in, pattern(left, 2500), "data");
        send.waitFor();
        Check.that(comm.iProbe(left, 4) == null, "nothing more");
        send = isend(pattern(rank, 3), 5);
        while ((status = comm.iProbe(left, MPI.ANY_TAG)) == null) {
            Thread.onSpinWait();
        }
        Check.equal(status.getTag(), 5, "tag");
        comm.recv(in, 3, MPI.INT, left, 5);
        send.waitFor();
    }

    private void matchedProbes() throws MPIException {
        for (int i = 0; i < SIZES.length; i++) {
            int length = SIZES[i];
            int tag = 20 + i;
            Request first = isend(pattern(rank, length), tag);
            Request second = isend(pattern(rank + 1, 1), tag);
            Message message = new Message();
            Status status = message.mProbe(left, tag, comm);
            Check.equal(status.getCount(MPI.INT), length, "probed");
            int[] other = new int[1];
            comm.recv(other, 1, MPI.INT, left, tag);
            Check.equal(other, pattern(left + 1, 1), "the next message");
            int[] in = new int[length];
            if (length % 2 == 0) {
                checkReceived(in, message.mRecv(in, length, MPI.INT), left, tag, 0, length);
            } else {
                Request receive = message.imRecv(in, length, MPI.INT);
                checkReceived(in, receive.waitStatus(), left, tag, 0, length);
            }
            Check.that(message.isNull(), "message taken");
            Check.that(message.imProbe(left, tag, comm) == null, "nothing more");
            first.waitFor();
            second.waitFor();
        }
    }

    private void checkReceived(
            Object in, Status status, int from, int tag, int seedOffset, int length)
            throws MPIException {
        Check.equal(status.getSource(), from, "source");
        Check.equal(status.getTag(), tag, "tag");
        Check.equal(status.getCount(MPI.INT), length, "count");
        Check.equal(Cell.ints(in), pattern(from + seedOffset, length), "data");
    }

    private void exchanges() throws MPIException {
        for (int length : SIZES) {
            int[] in = new int[length];
            int[] out = pattern(rank, length);
            Status status =
                    comm.sendRecv(out, length, MPI.INT, right, 7, in, length, MPI.INT, left, 7);
            checkReceived(in, status, left, 7, 0, length);
            status = comm.sendRecvReplace(out, length, MPI.INT, right, 8, left, 8);
            checkReceived(out, status, left, 8, 0, length);
            IntBuffer direct = MPI.newIntBuffer(length).put(pattern(rank, length));
            comm.sendRecvReplace(direct, length, MPI.INT, right, 8, left, MPI.ANY_TAG);
            Check.equal(Cell.ints(direct), pattern(left, length), "replaced");
        }
    }

    private void persistent() throws MPIException {
        for (int length : new int[] {1, 3000, 50_000}) {
            IntBuffer out = MPI.newIntBuffer(length);
            IntBuffer in = MPI.newIntBuffer(length);
            Prequest[] both = {
                comm.recvInit(in, length, MPI.INT, left, 9),
                length == 1
                        ? comm.sendInit(out, length, MPI.INT, right, 9)
                        : comm.sSendInit(out, length, MPI.INT, right, 9)
            };
            for (int round = 0; round < 20; round++) {
                out.put(0, pattern(rank + round, length));
                Prequest.startAll(both);
                Request.waitAll(both);
                Check.equal(Cell.ints(in), pattern(left + round, length), "round " + round);
            }
            both[0].free();
            both[1].free();
        }
        int[] array = new int[2];
        Prequest receive = comm.recvInit(array, 2, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        for (int round = 0; round < 5; round++) {
            receive.start();
            comm.send(new int[] {rank, round}, 2, MPI.INT, right, round);
            Check.equal(receive.waitStatus().getTag(), round, "tag");
            Check.equal(array, new int[] {left, round}, "array");
        }
        receive.free();
    }

    /** A started send is complete before its receive; what was sent does not change any more. */
    private void persistentBuffered(int length) throws MPIException {
        int[] out = new int[length];
        int[] in = new int[length];
        Prequest send = comm.bSendInit(out, length, MPI.INT, right, 3);
        for (int round = 0; round < 5; round++) {
            System.arraycopy(pattern(rank + round, length), 0, out, 0, length);
            send.start();
            send.waitFor();
            Arrays.fill(out, -1);
            comm.recv(in, length, MPI.INT, left, 3);
            Check.equal(in, pattern(left + round, length), "persistent buffered " + round);
        }
        send.free();
    }

    private void bufferedMode() throws MPIException {
        int length = 20_000;
        // The ten may still be on their way when one of two ints and then five more are sent: the
        // neighbour that receives them may be as many rounds behind as there are ranks.
        int small = 8 + MPI.BSEND_OVERHEAD;
        byte[] room = new byte[15 * (4 * length + MPI.BSEND_OVERHEAD) + small];
        MPI.attachBuffer(room);
        for (int i = 0; i < 10; i++) {
            int[] out = pattern(rank + i, length);
            comm.bSend(out, length, MPI.INT, right, i);
            Arrays.fill(out, -1);
        }
        for (int i = 9; i >= 0; i--) {
            int[] in = new int[length];
            comm.recv(in, length, MPI.INT, left, i);
            Check.equal(in, pattern(left + i, length), "buffered " + i);
        }
        IntBuffer out = MPI.newIntBuffer(2).put(0, rank);
        Request send = comm.ibSend(out, 2, MPI.INT, right, 0);
        send.waitFor();
        comm.recv(new int[2], 2, MPI.INT, left, 0);
        persistentBuffered(length);
        Check.that(MPI.detachBuffer() == room, "the same array");
        int[] many = new int[257];
        Check.fails(MPI.ERR_BUFFER, () -> comm.bSend(many, 257, MPI.INT, right, 0), "no buffer");
        // Who waits for the send and for the message that never comes would wait for ever.
        Check.fails(
                MPI.ERR_BUFFER,
                () -> {
                    Request receive = comm.iRecv(new int[1], 1, MPI.INT, left, 77);
                    try {
                        Request.waitAll(
                                new Request[] {
                                    receive, comm.ibSend(many, 257, MPI.INT, right, 77)
                                });
                    } finally {
                        receive.cancel();
                        receive.waitFor();
                    }
                },
                "no buffer, non-blocking");
        Prequest tooLong = comm.bSendInit(many, 257, MPI.INT, right, 78);
        Check.fails(MPI.ERR_BUFFER, tooLong::start, "no buffer, persistent");
        tooLong.free();
        int[] one = {1};
        Prequest persistent = comm.bSendInit(one, 1, MPI.INT, right, 78);
        MPI.attachBuffer(room);
        for (int i = 0; i < 3; i++) {
            one[0] = rank + i;
            int[] in = new int[1];
            persistent.start();
            comm.recv(in, 1, MPI.INT, left, 78);
            persistent.waitFor();
            Check.that(in[0] == left + i, "buffered, persistent");
        }
        persistent.free();
        MPI.detachBuffer();
    }

    private void completionCalls() throws MPIException {
        int count = 12;
        for (int variant = 0; variant < 8; variant++) {
            IntBuffer[] in = new IntBuffer[count];
            Request[] requests = new Request[count + 2];
            for (int i = 0; i < count; i++) {
                in[i] = MPI.newIntBuffer(3000);
                requests[i] = comm.iRecv(in[i], 3000, MPI.INT, left, i);
            }
            requests[count] = null;
            requests[count + 1] = MPI.REQUEST_NULL;
            Request[] sends = new Request[count];
            for (int i = 0; i < count; i++) {
                sends[i] = isend(pattern(rank + i, 1 + 270 * i), i);
            }
            complete(variant, requests, count);
            for (int i = 0; i < count; i++) {
                Check.that(requests[i].isNull(), "null after completion");
                Check.equal(in[i].get(270 * i), pattern(left + i, 1 + 270 * i)[270 * i], "last");
            }
            Request.waitAll(sends);
        }
    }

    private static void complete(int variant, Request[] requests, int count) throws MPIException {
        int done = 0;
        switch (variant) {
            case 0 -> Request.waitAll(requests);
            case 1 -> {
                Status[] statuses = Request.waitAllStatus(requests);
                for (int i = 0; i < count; i++) {
                    Check.equal(statuses[i].getTag(), i, "tag");
                }
            }
            case 2 -> {
                while (Request.waitAny(requests) != MPI.UNDEFINED) {
                    done++;
                }
                Check.equal(done, count, "completed");
            }
            case 3 -> {
                for (Status s = Request.waitAnyStatus(requests);
                        s.getIndex() != MPI.UNDEFINED;
                        s = Request.waitAnyStatus(requests)) {
                    Check.equal(s.getTag(), s.getIndex(), "tag");
                    done++;
                }
                Check.equal(done, count, "completed");
            }
            case 4 -> {
                for (int[] some = Request.waitSome(requests);
                        some != null;
                        some = Request.waitSome(requests)) {
                    Check.that(some.length > 0, "some");
                    done += some.length;
                }
                Check.equal(done, count, "completed");
            }
            case 5 -> {
                for (Status[] some = Request.testSomeStatus(requests);
                        some != null;
                        some = Request.testSomeStatus(requests)) {
                    for (Status status : some) {
                        Check.equal(status.getTag(), status.getIndex(), "tag");
                        done++;
                    }
                }
                Check.equal(done, count, "completed");
            }
            case 6 -> {
                while (!Request.testAll(requests)) {
                    Thread.onSpinWait();
                }
            }
            default -> {
                while (done < count) {
                    done += Request.testAny(requests) != MPI.UNDEFINED ? 1 : 0;
                }
            }
        }
    }

    private void cancel() throws MPIException {
        int[] in = new int[1];
        Request never = comm.iRecv(in, 1, MPI.INT, left, 999);
        never.cancel();
        Check.that(never.waitStatus().isCancelled(), "cancelled");
        Request receive = comm.iRecv(in, 1, MPI.INT, left, 11);
        comm.send(new int[] {rank}, 1, MPI.INT, right, 11);
        Check.that(!receive.waitStatus().isCancelled(), "not cancelled");
        Check.equal(in[0], left, "received");
    }

    private void truncation() throws MPIException {
        for (int length : new int[] {10, 5000, 100_000}) {
            Request send = isend(pattern(rank, length), 12);
            int[] in = pattern(-3, 8);
            String text =
                    Check.fails(
                            MPI.ERR_TRUNCATE,
                            () -> comm.recv(MPI.slice(in, 2), 4, MPI.INT, left, 12),
                            "truncated");
            Check.that(text.contains("tag 12"), text);
            Check.equal(in[6], pattern(-3, 8)[6], "beyond");
            Check.equal(in[1], pattern(-3, 8)[1], "before");
            send.waitFor();
        }
    }

    private void selfMessages() throws MPIException {
        for (int length : SIZES) {
            int[] in = new int[length];
            Request receive = comm.iRecv(in, length, MPI.INT, rank, 13);
            comm.send(pattern(5, length), length, MPI.INT, rank, 13);
            receive.waitFor();
            Check.equal(in, pattern(5, length), "self");
            Request send = MPI.COMM_SELF.iSend(pattern(6, length), length, MPI.INT, 0, 1);
            MPI.COMM_SELF.recv(in, length, MPI.INT, 0, 1);
            send.waitFor();
            Check.equal(in, pattern(6, length), "COMM_SELF");
        }
    }

    private void synchronousWaitsForItsReceive() throws MPIException {
        Request send = comm.isSend(new int[] {1}, 1, MPI.INT, right, 14);
        for (int i = 0; i < 100; i++) {
            Check.that(!send.test(), "synchronous send without a receive");
        }
        comm.barrier();
        comm.recv(new int[1], 1, MPI.INT, left, 14);
        send.waitFor();
    }

    private void procNull() throws MPIException {
        int[] in = {77};
        int nobody = MPI.PROC_NULL;
        Status status = comm.sendRecv(in, 1, MPI.INT, nobody, 1, in.clone(), 1, MPI.INT, nobody, 1);
        Check.equal(status.getSource(), nobody, "source");
        Check.equal(status.getTag(), MPI.ANY_TAG, "tag");
        Check.equal(status.getCount(MPI.INT), 0, "count");
        comm.sendRecvReplace(in, 1, MPI.INT, nobody, 0, nobody, 0);
        Check.equal(in[0], 77, "untouched");
        Request.waitAll(
                new Request[] {
                    comm.iRecv(in, 1, MPI.INT, nobody, 0), comm.iSend(in, 1, MPI.INT, nobody, 0)
                });
    }

    private void freeActive() throws MPIException {
        int[] in = new int[30_000];
        Request receive = comm.iRecv(in, in.length, MPI.INT, left, 15);
        receive.free();
        Check.that(receive.isNull(), "null after free");
        Request send = isend(pattern(rank, in.length), 15);
        Request last = comm.iRecv(new int[1], 1, MPI.INT, left, 15);
        send.free();
        comm.sSend(new int[] {1}, 1, MPI.INT, right, 15);
        last.waitFor();
        comm.barrier();
    }

    /** All ranks plan the same random messages; sizes, modes and completion differ. */
    private void randomTraffic(Random random) throws MPIException {
        for (int round = 0; round < 30; round++) {
            int messages = 1 + random.nextInt(40);
            Request[] requests = new Request[2 * messages];
            int[][] received = new int[messages][];
            int[][] expected = new int[messages][];
            for (int i = 0; i < messages; i++) {
                int from = random.nextInt(size);
                int to = random.nextInt(size);
                int length = random.nextInt(4) == 0 ? random.nextInt(60_000) : random.nextInt(300);
                int tag = random.nextInt(3);
                boolean synchronous = random.nextInt(5) == 0;
                if (rank == from) {
                    int[] out = pattern(1000 * round + i, length);
                    requests[2 * i] =
                            synchronous
                                    ? comm.isSend(out, length, MPI.INT, to, 100 * i + tag)
                                    : comm.iSend(out, length, MPI.INT, to, 100 * i + tag);
                }
                if (rank == to) {
                    received[i] = new int[length];
                    expected[i] = pattern(1000 * round + i, length);
                    requests[2 * i + 1] =
                            comm.iRecv(received[i], length, MPI.INT, from, 100 * i + tag);
                }
            }
            Request.waitAll(requests);
            Check.equal(received, expected, "round " + round);
        }
    }
}
