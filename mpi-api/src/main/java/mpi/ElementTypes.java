package mpi;

import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the predefined datatype of an operation's elements, for messages: requests do not keep it.
 * Tier 3.
 */
final class ElementTypes {
    private static final List<Datatype> PREDEFINED =
            List.of(
                    MPI.BYTE,
                    MPI.CHAR,
                    MPI.SHORT,
                    MPI.BOOLEAN,
                    MPI.INT,
                    MPI.LONG,
                    MPI.FLOAT,
                    MPI.DOUBLE,
                    MPI.PACKED,
                    MPI.FLOAT_COMPLEX,
                    MPI.DOUBLE_COMPLEX,
                    MPI.INT2,
                    MPI.SHORT_INT,
                    MPI.LONG_INT,
                    MPI.FLOAT_INT,
                    MPI.DOUBLE_INT);

    private ElementTypes() {}

    /** Has {@code mpi_check} keep what the elements of buffers are. */
    static void keepKinds() {
        Map<DataLayout, Optional<BaseType>> kinds = new HashMap<>();
        PREDEFINED.forEach(each -> kinds.put(each.layout(), Optional.ofNullable(each.elements())));
        ElementKinds.begin(kinds, ElementTypes::kindOf);
    }

    private static BaseType kindOf(Object buf) {
        Datatype java = ofJava(buf);
        return java == null ? null : java.base();
    }

    /**
     * Returns the datatype of the elements. Operations on gapless elements know bytes and the
     * program's buffer only, whose Java type tells the datatype then, unless it is one of bytes.
     *
     * @return null if it is a derived one or cannot be told
     */
    static Datatype of(Buf buf) {
        for (Datatype each : PREDEFINED) {
            if (each.layout() == buf.layout()) {
                return each;
            }
        }
        return buf.layout() == DataLayouts.BYTE ? ofJava(buf.owner()) : null;
    }

    /** Returns the datatype of a buffer's Java type; null for bytes, which hold anything. */
    private static Datatype ofJava(Object buf) {
        return switch (buf) {
            case int[] _ -> MPI.INT;
            case IntBuffer _ -> MPI.INT;
            case double[] _ -> MPI.DOUBLE;
            case DoubleBuffer _ -> MPI.DOUBLE;
            case long[] _ -> MPI.LONG;
            case LongBuffer _ -> MPI.LONG;
            case float[] _ -> MPI.FLOAT;
            case FloatBuffer _ -> MPI.FLOAT;
            case char[] _ -> MPI.CHAR;
            case CharBuffer _ -> MPI.CHAR;
            case short[] _ -> MPI.SHORT;
            case ShortBuffer _ -> MPI.SHORT;
            case boolean[] _ -> MPI.BOOLEAN;
            case null, default -> null;
        };
    }
}
