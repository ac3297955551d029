package mpi;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What the members of a communicator must agree on in a collective call (MPI 3.1 §5): the fields
 * are texts, which are compared and shown.
 *
 * @param call the MPI function and, behind non-blocking collectives, how many were started
 * @param root the root; empty in a collective without one
 * @param op the operation; empty in a collective without one
 * @param data the elements as the standard demands them equal; empty where it does not
 * @param wrong what is wrong with the call of this process alone; empty if nothing is
 * @param where the program's line
 */
record CollSignature(String call, String root, String op, String data, String wrong, String where) {
    /** Counts that are shown; the others are compared only. */
    private static final int SHOWN = 8;

    private static final String SEPARATOR = "\u001f";

    /** A call without arguments. */
    static CollSignature of(String call) {
        return new CollSignature(call, "", "", "", "", "");
    }

    CollSignature root(int rank) {
        return new CollSignature(call, "root " + rank, op, data, wrong, where);
    }

    CollSignature op(ReduceOp reduction) {
        String text = reduction.toString();
        String name = text.startsWith("MPI_") ? text : "an operation of the program";
        String order = reduction.commutative() ? "" : " that does not commute";
        return new CollSignature(call, root, name + order, data, wrong, where);
    }

    CollSignature at(String line) {
        return new CollSignature(call, root, op, data, wrong, line);
    }

    CollSignature behind(long nonBlocking) {
        String more = nonBlocking == 1 ? " collective" : " collectives";
        return nonBlocking == 0
                ? this
                : new CollSignature(
                        call + " behind " + nonBlocking + " non-blocking" + more,
                        root,
                        op,
                        data,
                        wrong,
                        where);
    }

    /** Adds elements whose number and kind all members must agree on. */
    CollSignature data(Buf buf) {
        String text = ElementKinds.describe(ElementKinds.of(buf), buf.size());
        return new CollSignature(call, root, op, text, wrong, where).fits(buf);
    }

    /** Adds elements that all members' are, and in this process are sent and received. */
    CollSignature data(Buf send, Buf receive) {
        if (send == null || receive == null) {
            return data(send == null ? receive : send);
        }
        CollSignature both = data(receive).fits(send);
        String sent = ElementKinds.describe(ElementKinds.of(send), send.size());
        return sent.equals(both.data)
                ? both
                : both.wrong("it sends " + sent + " and receives " + both.data);
    }

    /** Adds the counts of all members, on which all must agree. */
    CollSignature counts(Buf buf, int[] counts) {
        BaseType kind = ElementKinds.of(buf);
        long size = buf.layout().size();
        long unit = kind == null ? 1 : kind.layout().size();
        long[] elements = Arrays.stream(counts).mapToLong(count -> count * size / unit).toArray();
        String first = Arrays.toString(Arrays.copyOf(elements, Math.min(SHOWN, elements.length)));
        String rest = elements.length > SHOWN ? "... (" + Arrays.hashCode(elements) + ")" : "";
        String of = kind == null ? " bytes of several types" : " × " + kind.constant();
        return new CollSignature(call, root, op, first + rest + of, wrong, where).fits(buf);
    }

    /** Adds the kind of elements alone, of which each member may have any number. */
    CollSignature kind(Buf buf) {
        BaseType kind = ElementKinds.of(buf);
        String text = kind == null ? "elements of several types" : kind.constant();
        return new CollSignature(call, root, op, text, wrong, where).fits(buf);
    }

    /** Compares the Java type of the buffer with its datatype. */
    CollSignature fits(Buf buf) {
        String misfit = ElementKinds.misfit(buf);
        return misfit == null ? this : wrong(misfit);
    }

    private CollSignature wrong(String what) {
        return wrong.isEmpty() ? new CollSignature(call, root, op, data, what, where) : this;
    }

    /** Returns a number that differs, with near certainty, where something compared does. */
    long hash() {
        long high = Objects.hash(call, root, op, data, wrong);
        int low = String.join("/", List.of(wrong, data, op, root, call)).hashCode();
        return (high << Integer.SIZE) | (low & 0xFFFFFFFFL);
    }

    String encoded() {
        return String.join(SEPARATOR, call, root, op, data, wrong, where);
    }

    /** Returns what {@link #encoded} has made; its end may be missing. */
    static CollSignature decoded(String text) {
        String[] fields = Arrays.copyOf(text.split(SEPARATOR, -1), 6);
        for (int i = 0; i < fields.length; i++) {
            fields[i] = fields[i] == null ? "" : fields[i];
        }
        return new CollSignature(fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]);
    }

    /** Returns the call without its line: "MPI_Bcast (root 0, 4 × MPI.INT)". */
    String describe() {
        List<String> arguments =
                List.of(root, op, data).stream().filter(text -> !text.isEmpty()).toList();
        String text = arguments.isEmpty() ? call : call + " (" + String.join(", ", arguments) + ")";
        return wrong.isEmpty() ? text : text + ": " + wrong;
    }

    /** Returns what of two calls differs first. */
    String difference(CollSignature other) {
        if (!call.equals(other.call)) {
            return "calls";
        } else if (!root.equals(other.root)) {
            return "roots";
        } else if (!op.equals(other.op)) {
            return "operations";
        }
        return data.equals(other.data) ? "buffers" : "data";
    }
}
