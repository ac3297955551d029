import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Calls every method of mpiJava 1.2 and checks what it does, on communicators of all sizes from 1
 * to the number of processes. Prints one line at rank 0; whatever is wrong ends the job.
 */
public class EveryMethod {
    static Intracomm comm;
    static int rank;
    static int size;
    static int left;
    static int right;

    /** Something to send. */
    static final class Box implements Serializable {
        private static final long serialVersionUID = 1L;
        final int value;
        final byte[] more;

        Box(int value, int length) {
            this.value = value;
            this.more = new byte[length];
            Arrays.fill(more, (byte) value);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Box
                    && ((Box) other).value == value
                    && Arrays.equals(((Box) other).more, more);
        }

        @Override
        public int hashCode() {
            return value;
        }
    }

    static final class NoSerializable {}

    interface Code {
        void run() throws Exception;
    }

    static void check(boolean right, String what) {
        if (!right) {
            throw new AssertionError("rank " + rank + " of " + size + ": " + what);
        }
    }

    static void fails(String text, Code code) throws Exception {
        try {
            code.run();
        } catch (MPIException e) {
            check(e.getMessage().contains(text), text + " expected: " + e.getMessage());
            String top = e.getStackTrace()[0].getClassName();
            check(top.startsWith("mpi."), "trace begins at " + e.getStackTrace()[0]);
            check(!e.getStackTrace()[1].getClassName().startsWith("mpi."), "frames of the library");
            return;
        }
        check(false, "no failure: " + text);
    }

    public static void main(String[] args) throws Exception {
        Datatype early = Datatype.Contiguous(3, MPI.INT);
        check(!MPI.Initialized(), "initialized");
        String[] rest = MPI.Init(args);
        check(rest.length == 2 && rest[0].equals("one") && rest[1].equals("two"), "arguments");
        check(early.Size() == 3 && early.Extent() == 3, "a datatype made before Init");
        environment();
        int all = MPI.COMM_WORLD.Size();
        for (int members = 1; members <= all; members++) {
            int me = MPI.COMM_WORLD.Rank();
            Intracomm part = MPI.COMM_WORLD.Split(me < members ? 0 : MPI.UNDEFINED, me);
            check((part == null) == (me >= members), "split");
            if (part != null) {
                use(part);
                everything();
                part.Free();
                check(part.Is_null(), "freed");
            }
        }
        use(MPI.COMM_WORLD);
        if (size > 1) {
            EveryCommunicator.interCommunicators();
        }
        comm.Barrier();
        if (rank == 0) {
            System.out.println("every method with 1 to " + all + " ranks: right");
        }
        MPI.Finalize();
        check(!MPI.Initialized(), "initialized for ever");
    }

    static void use(Intracomm which) {
        comm = which;
        rank = comm.Rank();
        size = comm.Size();
        left = (rank + size - 1) % size;
        right = (rank + 1) % size;
    }

    static void environment() throws Exception {
        check(MPI.Initialized(), "not initialized");
        check(!MPI.Get_processor_name().isEmpty(), "processor name");
        check(MPI.Wtime() <= MPI.Wtime() && MPI.Wtick() > 0, "time");
        check(MPI.isMainThread() && MPI.queryThread() == MPI.THREAD_MULTIPLE, "threads");
        check(MPI.Errorhandler_get() == MPI.ERRORS_RETURN, "error handler");
        MPI.Errorhandler_set(MPI.ERRORS_ARE_FATAL);
        check(MPI.COMM_WORLD.Errhandler_get() == MPI.ERRORS_ARE_FATAL, "fatal");
        MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
        check((Integer) MPI.COMM_WORLD.Attr_get(MPI.TAG_UB) >= 32767, "tag bound");
        fails("MPI_ERR_KEYVAL", () -> MPI.COMM_WORLD.Attr_delete(MPI.TAG_UB));
        check(MPI.COMM_SELF.Size() == 1 && MPI.COMM_NULL == null, "predefined communicators");
        check(MPI.REQUEST_NULL.Is_null(), "null request");
        fails("MPI is already initialized", () -> MPI.Init(new String[0]));
    }

    static void everything() throws Exception {
        arrays();
        modes();
        nonBlocking();
        severalRequests();
        persistent();
        probes();
        packing();
        EveryDatatype.datatypes();
        EveryDatatype.derivedMessages();
        objects();
        EveryObject.all();
        EveryCollective.collectives();
        EveryCollective.blocks();
        EveryCollective.objectCollectives();
        EveryCollective.reductions();
        EveryCollective.functions();
        EveryCommunicator.groups();
        EveryCommunicator.communicators();
        EveryCommunicator.topologies();
        errors();
    }

    // ---- Messages

    /** Sends the last three elements of an array to the last but one places of another. */
    static void array(Object from, Object to, Datatype type) {
        Status status = comm.Sendrecv(from, 2, 3, type, right, 1, to, 1, 3, type, left, 1);
        check(status.source == left && status.tag == 1, "status");
        check(status.Get_count(type) == 3 && status.count == 3, "count");
        check(status.Get_elements(type) == 3, "elements");
    }

    static void arrays() {
        byte[] b = new byte[5];
        array(new byte[] {1, 2, 3, 4, 5}, b, MPI.BYTE);
        check(Arrays.equals(b, new byte[] {0, 3, 4, 5, 0}), "bytes");
        char[] c = new char[5];
        array("abcde".toCharArray(), c, MPI.CHAR);
        check(new String(c, 1, 3).equals("cde") && c[0] == 0 && c[4] == 0, "chars");
        short[] s = new short[5];
        array(new short[] {1, 2, 3, 4, 5}, s, MPI.SHORT);
        check(Arrays.equals(s, new short[] {0, 3, 4, 5, 0}), "shorts");
        boolean[] z = {true, false, false, false, true};
        array(new boolean[] {false, false, true, false, true}, z, MPI.BOOLEAN);
        check(Arrays.equals(z, new boolean[] {true, true, false, true, true}), "booleans");
        int[] i = new int[5];
        array(new int[] {1, 2, 3, 4, 5}, i, MPI.INT);
        check(Arrays.equals(i, new int[] {0, 3, 4, 5, 0}), "ints");
        long[] l = new long[5];
        array(new long[] {1, 2, 3, 4, 1L << 60}, l, MPI.LONG);
        check(Arrays.equals(l, new long[] {0, 3, 4, 1L << 60, 0}), "longs");
        float[] f = new float[5];
        array(new float[] {1, 2, 3, 4, 5}, f, MPI.FLOAT);
        check(Arrays.equals(f, new float[] {0, 3, 4, 5, 0}), "floats");
        double[] d = new double[5];
        array(new double[] {1, 2, 3, 4, 5}, d, MPI.DOUBLE);
        check(Arrays.equals(d, new double[] {0, 3, 4, 5, 0}), "doubles");
        Object[] o = new Object[5];
        array(new Object[] {"a", "b", "c", null, new Box(5, 9)}, o, MPI.OBJECT);
        check(Arrays.equals(o, new Object[] {null, "c", null, new Box(5, 9), null}), "objects");
        int[] pair = new int[4];
        array2(new int[] {1, 2, 3, 4}, pair);
        check(Arrays.equals(pair, new int[] {0, 0, 3, 4}), "pairs");
        int[] both = {rank, rank, 7};
        Status status = comm.Sendrecv_replace(both, 1, 1, MPI.INT, right, 2, left, 2);
        check(both[0] == rank && both[1] == left && both[2] == 7, "replaced");
        check(status.source == left, "source");
        Object[] box = {new Box(rank, 5000)};
        comm.Sendrecv_replace(box, 0, 1, MPI.OBJECT, right, 2, left, 2);
        check(box[0].equals(new Box(left, 5000)), "replaced object");
    }

    static void array2(int[] from, int[] to) {
        Status status = comm.Sendrecv(from, 2, 1, MPI.INT2, right, 3, to, 2, 1, MPI.INT2, left, 3);
        check(status.Get_count(MPI.INT2) == 1 && status.Get_elements(MPI.INT2) == 2, "pair");
        check(status.Get_count(MPI.INT) == 2, "ints of a pair");
    }

    static void modes() throws Exception {
        int[] out = {rank, 10 + rank, 20 + rank};
        int[] in = new int[3];
        MPI.Buffer_attach(new byte[1000]);
        comm.Bsend(out, 1, 2, MPI.INT, right, 4);
        comm.Recv(in, 1, 2, MPI.INT, left, 4);
        check(in[0] == 0 && in[1] == 10 + left && in[2] == 20 + left, "Bsend");
        MPI.Buffer_detach();
        MPI.Buffer_attach(ByteBuffer.allocate(20_000));
        Object[] objects = {new Box(rank, 10), new Box(rank, 4000)};
        comm.Bsend(objects, 0, 2, MPI.OBJECT, right, 4);
        Object[] boxes = new Object[2];
        comm.Recv(boxes, 0, 2, MPI.OBJECT, left, 4);
        check(boxes[1].equals(new Box(left, 4000)), "Bsend of objects");
        Request buffered = comm.Ibsend(out, 0, 3, MPI.INT, right, 4);
        comm.Recv(in, 0, 3, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        buffered.Wait();
        check(in[0] == left, "Ibsend");
        MPI.Buffer_detach();
        if (rank % 2 == 0 && rank + 1 < size) {
            comm.Send(out, 0, 1, MPI.INT, rank + 1, 5);
            comm.Ssend(out, 1, 1, MPI.INT, rank + 1, 5);
            comm.Recv(in, 0, 0, MPI.INT, rank + 1, 6);
            comm.Rsend(out, 2, 1, MPI.INT, rank + 1, 5);
            comm.Irsend(out, 2, 1, MPI.INT, rank + 1, 5).Wait();
        } else if (rank % 2 == 1) {
            comm.Recv(in, 0, 1, MPI.INT, rank - 1, 5);
            comm.Recv(in, 1, 1, MPI.INT, rank - 1, 5);
            int[] ready = new int[2];
            Request first = comm.Irecv(in, 2, 1, MPI.INT, rank - 1, 5);
            Request second = comm.Irecv(ready, 1, 1, MPI.INT, rank - 1, 5);
            comm.Send(in, 0, 0, MPI.INT, rank - 1, 6);
            first.Wait();
            second.Wait();
            check(Arrays.equals(in, new int[] {rank - 1, 9 + rank, 19 + rank}), "modes");
            check(ready[1] == 19 + rank, "Irsend");
        }
        comm.Send(out, 0, 3, MPI.INT, MPI.PROC_NULL, 0);
        Status none = comm.Recv(in, 0, 3, MPI.INT, MPI.PROC_NULL, 0);
        check(none.source == MPI.PROC_NULL && none.Get_count(MPI.INT) == 0, "no process");
        comm.Send(new Object[] {"x"}, 0, 1, MPI.OBJECT, MPI.PROC_NULL, 0);
        Object[] untouched = {"y"};
        none = comm.Recv(untouched, 0, 1, MPI.OBJECT, MPI.PROC_NULL, 0);
        check(untouched[0].equals("y") && none.Get_count(MPI.OBJECT) == 0, "no object");
        comm.Barrier();
    }

    static void nonBlocking() {
        double[] out = {rank, rank + 0.5};
        double[] in = new double[4];
        Request receive = comm.Irecv(in, 2, 2, MPI.DOUBLE, left, 7);
        check(receive.Test() == null && !receive.Is_null(), "nothing has been sent");
        comm.Barrier();
        Request send = comm.Issend(out, 0, 2, MPI.DOUBLE, right, 7);
        Status status = receive.Wait();
        check(status.Get_count(MPI.DOUBLE) == 2 && status.source == left, "Irecv");
        check(in[1] == 0 && in[2] == left && in[3] == left + 0.5, "values");
        send.Wait();
        check(send.Is_null() && receive.Is_null(), "completed");
        Request never = comm.Irecv(in, 0, 1, MPI.DOUBLE, left, 8);
        never.Cancel();
        check(never.Wait().Test_cancelled(), "cancelled");
        never = comm.Irecv(new Object[1], 0, 1, MPI.OBJECT, left, 8);
        never.Cancel();
        check(never.Wait().Test_cancelled(), "cancelled objects");
        boolean[] flags = new boolean[3];
        receive = comm.Irecv(flags, 2, 1, MPI.BOOLEAN, left, 9);
        send = comm.Isend(new boolean[] {false, true}, 1, 1, MPI.BOOLEAN, right, 9);
        while ((status = receive.Test()) == null) {
            Thread.onSpinWait();
        }
        check(flags[2] && !flags[1] && status.Get_count(MPI.BOOLEAN) == 1, "boolean");
        send.Wait();
        send = comm.Isend(out, 0, 1, MPI.DOUBLE, right, 9);
        send.Free();
        comm.Recv(in, 0, 1, MPI.DOUBLE, left, 9);
        comm.Barrier();
    }

    static Request[] exchange(int[] out, int[] in, Object[] box) {
        return new Request[] {
            comm.Irecv(in, 0, 1, MPI.INT, left, 10),
            null,
            comm.Irecv(box, 0, 1, MPI.OBJECT, left, 11),
            comm.Isend(out, 0, 1, MPI.INT, right, 10),
            comm.Isend(new Object[] {new Box(rank, 3000)}, 0, 1, MPI.OBJECT, right, 11),
        };
    }

    static void severalRequests() {
        int[] out = {rank};
        int[] in = new int[1];
        Object[] box = new Object[1];
        Status[] statuses = Request.Waitall(exchange(out, in, box));
        check(statuses.length == 5 && statuses[0].source == left && in[0] == left, "Waitall");
        check(statuses[2].Get_count(MPI.OBJECT) == 1, "objects of Waitall");
        check(box[0].equals(new Box(left, 3000)), "object of Waitall");
        Request[] requests = exchange(out, in, box);
        boolean[] seen = new boolean[5];
        for (int i = 0; i < 4; i++) {
            Status one = Request.Waitany(requests);
            check(!seen[one.index], "twice");
            seen[one.index] = true;
        }
        check(Arrays.equals(seen, new boolean[] {true, false, true, true, true}), "Waitany");
        check(Request.Waitany(requests).index == MPI.UNDEFINED, "none active");
        check(Request.Testany(requests).index == MPI.UNDEFINED, "none active");
        requests = exchange(out, in, box);
        int done = 0;
        while (done < 4) {
            Status one = Request.Testany(requests);
            done += one == null ? 0 : 1;
        }
        requests = exchange(out, in, box);
        while ((statuses = Request.Testall(requests)) == null) {
            Thread.onSpinWait();
        }
        check(statuses[0].source == left, "Testall");
        requests = exchange(out, in, box);
        for (done = 0; done < 4; ) {
            done += Request.Waitsome(requests).length;
        }
        check(Request.Waitsome(requests) == null, "none active");
        requests = exchange(out, in, box);
        for (done = 0; done < 4; ) {
            done += Request.Testsome(requests).length;
        }
        check(Request.Testsome(requests).length == 0, "none active");
    }

    static void persistent() {
        int[] out = new int[3];
        int[] in = new int[6];
        Prequest[] requests = {
            comm.Recv_init(in, 0, 1, MPI.INT, left, 12),
            comm.Send_init(out, 0, 1, MPI.INT, right, 12),
            comm.Recv_init(in, 1, 1, MPI.INT, left, 13),
            comm.Ssend_init(out, 1, 1, MPI.INT, right, 13),
            comm.Recv_init(in, 2, 1, MPI.INT, left, 14),
            comm.Bsend_init(out, 2, 1, MPI.INT, right, 14),
        };
        Object[] from = new Object[1];
        Object[] to = new Object[1];
        Prequest sendObject = comm.Send_init(from, 0, 1, MPI.OBJECT, right, 15);
        Prequest receiveObject = comm.Recv_init(to, 0, 1, MPI.OBJECT, left, 15);
        MPI.Buffer_attach(new byte[4 + MPI.BSEND_OVERHEAD]);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 3; i++) {
                out[i] = 100 * rank + 10 * round + i;
            }
            from[0] = new Box(rank + round, 2500);
            Prequest.Startall(requests);
            receiveObject.Start();
            sendObject.Start();
            Request.Waitall(requests);
            check(receiveObject.Wait().Get_count(MPI.OBJECT) == 1, "persistent object");
            sendObject.Wait();
            for (int i = 0; i < 3; i++) {
                check(in[i] == 100 * left + 10 * round + i, "round " + round);
            }
            check(to[0].equals(new Box(left + round, 2500)), "object of round " + round);
            MPI.Buffer_detach();
            MPI.Buffer_attach(new byte[4 + MPI.BSEND_OVERHEAD]);
            check(!requests[0].Is_null(), "inactive is not null");
        }
        MPI.Buffer_detach();
        for (Prequest request : requests) {
            request.Free();
            check(request.Is_null(), "freed");
        }
        Prequest receive = comm.Recv_init(in, 3, 1, MPI.INT, left, 16);
        Prequest ready = comm.Rsend_init(out, 0, 1, MPI.INT, right, 16);
        receive.Start();
        comm.Barrier();
        ready.Start();
        receive.Wait();
        ready.Wait();
        check(in[3] == 100 * left + 20, "ready");
    }

    static void probes() {
        check(comm.Iprobe(left, 17) == null, "nothing to probe");
        comm.Barrier();
        comm.Send(new long[] {rank, 2, 3}, 0, 3, MPI.LONG, right, 17);
        Status found = comm.Probe(MPI.ANY_SOURCE, 17);
        check(found.source == left && found.Get_count(MPI.LONG) == 3, "Probe");
        check(found.countInBytes == 24, "bytes");
        while ((found = comm.Iprobe(left, MPI.ANY_TAG)) == null) {
            Thread.onSpinWait();
        }
        long[] in = new long[found.Get_count(MPI.LONG)];
        comm.Recv(in, 0, in.length, MPI.LONG, found.source, found.tag);
        check(in[0] == left, "probed");
        comm.Send(new Object[] {"text"}, 0, 1, MPI.OBJECT, right, 17);
        check(comm.Probe(left, 17).Get_count(MPI.OBJECT) == MPI.UNDEFINED, "objects of a probe");
        Object[] text = new Object[1];
        comm.Recv(text, 0, 1, MPI.OBJECT, left, 17);
        check(text[0].equals("text"), "probed object");
    }

    static void packing() {
        int bytes = comm.Pack_size(3, MPI.INT) + comm.Pack_size(2, MPI.DOUBLE);
        byte[] packed = new byte[bytes];
        int[] ints = {9, 1, 2, 3};
        double[] doubles = {4.5, 5.5};
        int position = comm.Pack(ints, 1, 3, MPI.INT, packed, 0);
        position = comm.Pack(doubles, 0, 2, MPI.DOUBLE, packed, position);
        check(position == bytes, "packed");
        byte[] received = new byte[bytes];
        comm.Sendrecv(
                packed,
                0,
                position,
                MPI.PACKED,
                right,
                18,
                received,
                0,
                bytes,
                MPI.PACKED,
                left,
                18);
        int[] i = new int[4];
        double[] d = new double[2];
        position = comm.Unpack(received, 0, i, 1, 3, MPI.INT);
        comm.Unpack(received, position, d, 0, 2, MPI.DOUBLE);
        check(Arrays.equals(i, new int[] {0, 1, 2, 3}) && d[1] == 5.5, "unpacked");
    }

    // ---- Objects

    static void objects() throws Exception {
        // Large ones, several under way at once, in the order of their sends.
        Object[] in = new Object[6];
        Request[] requests = new Request[3];
        for (int i = 0; i < 3; i++) {
            requests[i] = comm.Irecv(in, 2 * i, 2, MPI.OBJECT, left, 20);
        }
        for (int i = 0; i < 3; i++) {
            Object[] out = {new Box(i, 100_000), "message " + i + " of " + rank};
            comm.Send(out, 0, 2, MPI.OBJECT, right, 20);
        }
        Request.Waitall(requests);
        for (int i = 0; i < 3; i++) {
            check(in[2 * i].equals(new Box(i, 100_000)), "large object " + i);
            check(in[2 * i + 1].equals("message " + i + " of " + left), "order");
        }
        Request receive = comm.Irecv(in, 0, 1, MPI.OBJECT, left, 20);
        Request synchronous =
                comm.Issend(new Object[] {new Box(1, 9000)}, 0, 1, MPI.OBJECT, right, 20);
        receive.Wait();
        synchronous.Wait();
        // Arrays are objects; types of places.
        Object[] rows = {new int[] {rank}, new int[] {rank, 2}, new int[3]};
        int[][] matrix = new int[2][];
        Datatype ends = Datatype.Vector(2, 1, 2, MPI.OBJECT);
        Status status =
                comm.Sendrecv(rows, 0, 1, ends, right, 21, matrix, 0, 2, MPI.OBJECT, left, 21);
        check(status.Get_count(ends) == 1 && status.Get_elements(ends) == 2, "objects of a vector");
        check(matrix[0][0] == left && matrix[1].length == 3, "rows");
        comm.Send(rows, 0, 3, MPI.OBJECT, right, 22);
        fails(
                "3 objects arrived, there is room for 2",
                () -> comm.Recv(matrix, 0, 2, MPI.OBJECT, left, 22));
        comm.Send(new Object[] {"text"}, 0, 1, MPI.OBJECT, right, 22);
        fails("no element of an array of", () -> comm.Recv(matrix, 0, 1, MPI.OBJECT, left, 22));
        comm.Send(new int[] {1}, 0, 1, MPI.INT, right, 22);
        fails("the message has no objects", () -> comm.Recv(matrix, 0, 1, MPI.OBJECT, left, 22));
        fails(
                "element 1 cannot be serialised",
                () ->
                        comm.Send(
                                new Object[] {"", new NoSerializable()},
                                0,
                                2,
                                MPI.OBJECT,
                                right,
                                22));
        fails("objects have no packed size", () -> comm.Pack_size(1, MPI.OBJECT));
        comm.Barrier();
    }

    // ---- Errors

    static void errors() throws Exception {
        int[] three = new int[3];
        fails("offset -1 is negative", () -> comm.Send(three, -1, 1, MPI.INT, right, 0));
        fails("count -1 is negative", () -> comm.Send(three, 0, -1, MPI.INT, right, 0));
        fails(
                "2 of MPI.INT at offset 2 take elements 2 to 3; the buffer is int[] of 3",
                () -> comm.Recv(three, 2, 2, MPI.INT, left, 0));
        fails(
                "int[] is no buffer for MPI.DOUBLE",
                () -> comm.Send(three, 0, 1, MPI.DOUBLE, right, 0));
        fails("is no buffer for MPI.OBJECT", () -> comm.Bcast(three, 0, 1, MPI.OBJECT, 0));
        fails("the buffer is null", () -> comm.Irecv(null, 0, 1, MPI.INT, left, 0));
        fails("the datatype is null", () -> comm.Isend(three, 0, 1, null, left, 0));
        fails("MPI_ERR_RANK", () -> comm.Send(three, 0, 1, MPI.INT, size, 0));
        fails(
                "MPI_ERR_RANK",
                () -> comm.Send(new Object[] {new Box(0, 4000)}, 0, 1, MPI.OBJECT, size, 0));
        fails("MPI_ERR_TAG", () -> comm.Send(three, 0, 1, MPI.INT, right, -5));
        fails("MPI_ERR_ROOT", () -> comm.Bcast(three, 0, 1, MPI.INT, size));
        fails("the communicator is null", () -> comm.Create_intercomm(null, 0, 0, 0));
        fails(
                "MPI_ERR_ARG",
                () -> comm.Reduce_scatter(three, 0, three, 0, new int[0], MPI.INT, MPI.SUM));
        Request receive = comm.Irecv(three, 0, 1, MPI.INT, left, 40);
        comm.Send(three, 0, 2, MPI.INT, right, 40);
        fails("MPI_ERR_TRUNCATE", () -> receive.Wait());
        check(new Status().Get_count(MPI.INT) == 0, "empty status");
        new Status().free();
        MPI.REQUEST_NULL.finalize();
        fails("no buffer is attached", () -> MPI.Buffer_detach());
        check(new MPIException().getMessage() == null, "constructor");
        check(new MPIException(new Error()).getCause() instanceof Error, "constructor");
    }
}
