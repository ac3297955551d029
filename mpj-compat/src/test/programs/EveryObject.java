import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/** Objects of every length, of datatypes with negative extents, and messages that are none. */
class EveryObject extends EveryMethod {
    private static final int TAG = 23;

    /** The layer's format: magic, objects, length, sender, number of the rest; then the objects. */
    private static final int MAGIC = 0x4d504a4f;

    private static final int HEADER = 24;
    private static final int LONGEST_HEAD = 2048;

    private static final int OBJECTS = 4;
    private static final int LENGTH = 8;
    private static final int SENDER = 12;
    private static final int REST = 16;

    private EveryObject() {}

    /** Through each length at which a message gets a second part; sent and received in turn. */
    static void objectsOfEveryLength() {
        int parts = 0;
        for (int length = 1900; length <= LONGEST_HEAD + 50; length++) {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) length);
            Object[] in = new Object[1];
            Status status =
                    comm.Sendrecv(
                            new Object[] {bytes},
                            0,
                            1,
                            MPI.OBJECT,
                            right,
                            TAG,
                            in,
                            0,
                            1,
                            MPI.OBJECT,
                            left,
                            TAG);
            check(Arrays.equals((byte[]) in[0], bytes), "object of " + length + " bytes");
            check(status.Get_count(MPI.OBJECT) == 1, "one object");
            parts += length(bytes) > LONGEST_HEAD ? 1 : 0;
        }
        check(parts > 50 && parts < 150, "messages with two parts: " + parts);
    }

    /** Returns the bytes that a message would have in one part. */
    private static int length(Object object) {
        byte[] first = new byte[LONGEST_HEAD];
        comm.Isend(new Object[] {object}, 0, 1, MPI.OBJECT, rank, TAG + 1);
        Status status = comm.Recv(first, 0, first.length, MPI.BYTE, rank, TAG + 1);
        int bytes = HEADER + ByteBuffer.wrap(first).getInt(LENGTH);
        check(status.Get_count(MPI.BYTE) == (bytes > LONGEST_HEAD ? HEADER : bytes), "first part");
        if (bytes > LONGEST_HEAD) {
            comm.Isend(first, 0, HEADER, MPI.BYTE, rank, TAG + 1);
            Object[] again = new Object[1];
            comm.Recv(again, 0, 1, MPI.OBJECT, rank, TAG + 1);
            check(Objects.deepEquals(again[0], object), "the first part, sent on");
        }
        return bytes;
    }

    /** No objects at all, and null. */
    static void nothing() {
        Object[] in = {"x", "y"};
        comm.Isend(new Object[0], 0, 0, MPI.OBJECT, rank, TAG);
        check(comm.Recv(in, 0, 2, MPI.OBJECT, rank, TAG).Get_count(MPI.OBJECT) == 0, "none");
        check(in[0].equals("x") && in[1].equals("y"), "untouched");
        comm.Isend(new Object[2], 0, 2, MPI.OBJECT, rank, TAG);
        check(comm.Recv(in, 0, 2, MPI.OBJECT, rank, TAG).Get_count(MPI.OBJECT) == 2, "nulls");
        check(in[0] == null && in[1] == null, "nulls");
    }

    // ---- Datatypes whose items go backwards

    /** Returns a datatype of one element, the next of which is so many places before it. */
    private static Datatype backwards(Datatype base, int step) {
        Datatype[] types = {MPI.LB, base, MPI.UB};
        return Datatype.Struct(new int[] {1, 1, 1}, new int[] {0, 0, -step}, types);
    }

    static void negativeExtents() throws Exception {
        for (int step = 1; step <= 3; step++) {
            Datatype type = backwards(MPI.INT, step);
            check(type.Extent() == -step && type.Lb() == 0 && type.Ub() == -step, "extent");
            Datatype object = backwards(MPI.OBJECT, step);
            int[] numbers = new int[10];
            Object[] objects = new Object[10];
            for (int i = 0; i < 10; i++) {
                numbers[i] = 100 * rank + i;
                objects[i] = "object " + i + " of " + rank;
            }
            int[] row = new int[3];
            int last = 2 * step;
            comm.Sendrecv(numbers, last, 3, type, right, TAG, row, 0, 3, MPI.INT, left, TAG);
            Object[] texts = new Object[3];
            comm.Sendrecv(objects, last, 3, object, right, TAG, texts, 0, 3, MPI.OBJECT, left, TAG);
            int[] back = new int[10];
            comm.Sendrecv(row, 0, 3, MPI.INT, rank, TAG, back, last, 3, type, rank, TAG);
            Object[] backTexts = new Object[10];
            comm.Sendrecv(
                    texts, 0, 3, MPI.OBJECT, rank, TAG, backTexts, last, 3, object, rank, TAG);
            for (int i = 0; i < 3; i++) {
                int place = last - i * step;
                check(row[i] == 100 * left + place, "number " + i + " backwards");
                check(texts[i].equals("object " + place + " of " + left), "object backwards");
                check(back[place] == row[i], "number back at " + place);
                check(texts[i].equals(backTexts[place]), "object back at " + place);
            }
            beyondTheBuffer(type, numbers, step);
            beyondTheBuffer(object, objects, step);
        }
    }

    /** One item too many before the buffer, one element too many behind it. */
    private static void beyondTheBuffer(Datatype type, Object buffer, int step) throws Exception {
        int last = 2 * step;
        fails("take elements -1 to", () -> comm.Send(buffer, last - 1, 3, type, right, TAG));
        fails("take elements -" + step, () -> comm.Send(buffer, last, 4, type, right, TAG));
        fails("take elements -" + step, () -> comm.Irecv(buffer, last, 4, type, right, TAG));
        fails("take elements", () -> comm.Send(buffer, 10, 1, type, right, TAG));
        fails("take elements", () -> comm.Send(buffer, 2, 1 << 30, type, right, TAG));
        fails("take elements", () -> comm.Send(buffer, 2, Integer.MAX_VALUE, type, right, TAG));
        comm.Send(buffer, 9, 1, type, MPI.PROC_NULL, TAG);
        comm.Send(buffer, 0, 1, type, MPI.PROC_NULL, TAG);
        comm.Send(buffer, 0, 0, type, MPI.PROC_NULL, TAG);
    }

    // ---- Messages that are no objects

    private static void send(byte[] message, int length) {
        comm.Isend(message.clone(), 0, length, MPI.BYTE, rank, TAG);
    }

    /** Each is refused by the receive alone: the next message arrives. */
    private static void refused(byte[] message, int length, String text) throws Exception {
        Object[] in = new Object[3];
        send(message, length);
        fails(text, () -> comm.Recv(in, 0, 3, MPI.OBJECT, rank, TAG));
        Request receive = comm.Irecv(in, 0, 3, MPI.OBJECT, rank, TAG);
        send(message, length);
        fails(text, () -> receive.Wait());
        check(in[0] == null || in[0] instanceof String, "what was read before the damage");
    }

    private static byte[] changed(byte[] message, int at, int value) {
        byte[] copy = message.clone();
        ByteBuffer.wrap(copy).putInt(at, value);
        return copy;
    }

    /** Sends objects and takes the first part of them as bytes. */
    private static byte[] firstPart(Object... objects) {
        comm.Isend(objects, 0, objects.length, MPI.OBJECT, rank, TAG);
        byte[] first = new byte[LONGEST_HEAD];
        int length = comm.Recv(first, 0, first.length, MPI.BYTE, rank, TAG).Get_count(MPI.BYTE);
        return Arrays.copyOf(first, length);
    }

    static void damagedShortMessages() throws Exception {
        String none = "the message has no objects";
        byte[] right = firstPart("one", "two");
        for (int length = 0; length < right.length; length++) {
            refused(right, length, none);
        }
        refused(Arrays.copyOf(right, right.length + 1), right.length + 1, none);
        int bytes = right.length - HEADER;
        for (int wrong : new int[] {0, -1, MAGIC + 1, Integer.reverseBytes(MAGIC)}) {
            refused(changed(right, 0, wrong), right.length, none);
        }
        for (int wrong : new int[] {-1, bytes + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            refused(changed(right, OBJECTS, wrong), right.length, none);
        }
        for (int wrong : new int[] {0, -1, bytes - 1, bytes + 1, bytes + HEADER, 1 << 31}) {
            refused(changed(right, LENGTH, wrong), right.length, none);
        }
        refused(changed(right, OBJECTS, 3), right.length, "an object cannot be read");
        refused(changed(right, OBJECTS, bytes), right.length, "there is room for 3");
        for (int at = HEADER; at < HEADER + 5; at++) {
            byte[] damaged = right.clone();
            damaged[at] ^= 0x40;
            refused(damaged, right.length, "an object cannot be read");
        }
        Object[] in = new Object[2];
        send(changed(right, OBJECTS, 1), right.length);
        check(comm.Recv(in, 0, 2, MPI.OBJECT, rank, TAG).Get_count(MPI.OBJECT) == 1, "the first");
        send(right, right.length);
        comm.Recv(in, 0, 2, MPI.OBJECT, rank, TAG);
        check(in[0].equals("one") && in[1].equals("two"), "undamaged");
    }

    /** Of a long message the first part names sender, number and length of the second. */
    static void damagedLongMessages() throws Exception {
        String none = "the message has no objects";
        Box box = new Box(6, 5000);
        byte[] right = firstPart(box);
        check(right.length == HEADER, "the first part of a long message");
        int bytes = ByteBuffer.wrap(right).getInt(LENGTH);
        int world = MPI.COMM_WORLD.Size();
        for (int wrong : new int[] {-1, -2, -3, world, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            refused(changed(right, SENDER, wrong), HEADER, none);
        }
        for (int wrong : new int[] {-1, Integer.MIN_VALUE, bytes + 1, Integer.MAX_VALUE}) {
            refused(changed(right, OBJECTS, wrong), HEADER, none);
        }
        for (int wrong : new int[] {-1, Integer.MIN_VALUE}) {
            refused(changed(right, LENGTH, wrong), HEADER, none);
        }
        byte[] withoutRest = right.clone();
        ByteBuffer.wrap(withoutRest).putLong(REST, 0);
        refused(withoutRest, HEADER, none);
        byte[] longer = Arrays.copyOf(right, HEADER + 1);
        refused(longer, HEADER + 1, none);
        // The second part is still there.
        Object[] in = new Object[1];
        send(right, HEADER);
        comm.Recv(in, 0, 1, MPI.OBJECT, rank, TAG);
        check(in[0].equals(box), "undamaged");
        for (int wrong : new int[] {0, 1, bytes - 1, bytes + 1, Integer.MAX_VALUE}) {
            byte[] first = changed(firstPart(box), LENGTH, wrong);
            send(first, HEADER);
            String text = wrong == 0 ? none : wrong + " bytes announced, " + bytes + " arrived";
            fails(text, () -> comm.Recv(in, 0, 1, MPI.OBJECT, rank, TAG));
            if (wrong == 0) {
                send(changed(first, LENGTH, bytes), HEADER);
                comm.Recv(in, 0, 1, MPI.OBJECT, rank, TAG);
            }
        }
    }

    static void all() throws Exception {
        objectsOfEveryLength();
        nothing();
        negativeExtents();
        damagedShortMessages();
        damagedLongMessages();
    }
}
