package mpi;

import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

import java.nio.Buffer;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Function;

/**
 * The predefined datatype of the elements of a {@link Buf}, for the checks of {@code mpi_check}: a
 * layout knows sizes only. Tier 3; without the parameter nothing is kept.
 */
final class ElementKinds {
    /** By identity, for layouts define no equality; null while nothing is checked. */
    private static Map<DataLayout, Optional<BaseType>> known;

    private static Function<Object, BaseType> javaKind = buffer -> null;

    private ElementKinds() {}

    /**
     * Begins to keep what the elements of layouts are.
     *
     * @param predefined those of the predefined datatypes
     * @param ofJava tells what a buffer's Java type holds; null for bytes, which hold anything
     */
    static void begin(
            Map<DataLayout, Optional<BaseType>> predefined, Function<Object, BaseType> ofJava) {
        javaKind = ofJava;
        known = Collections.synchronizedMap(new WeakHashMap<>(predefined));
    }

    /** Ends that. For tests. */
    static void end() {
        known = null;
    }

    /**
     * Notes a new datatype.
     *
     * @param elements the predefined datatype of all its elements; null where there are several
     */
    static void note(DataLayout layout, BaseType elements) {
        if (known != null) {
            known.putIfAbsent(layout, Optional.ofNullable(elements));
        }
    }

    /** Returns the predefined datatype of all elements; null if there are several, or unknown. */
    static BaseType of(Buf buf) {
        return known == null
                ? null
                : known.getOrDefault(buf.layout(), Optional.empty()).orElse(null);
    }

    /**
     * Returns whether elements of one kind may be taken for those of another one. Bytes may be
     * anything, as the library's documents say, a complex number is two numbers, and a pair is not
     * compared.
     *
     * @param one a kind; null for one that is not known
     */
    static boolean agree(BaseType one, BaseType other) {
        BaseType a = number(one);
        BaseType b = number(other);
        return a == null || b == null || a == b;
    }

    private static BaseType number(BaseType kind) {
        return switch (kind) {
            case FLOAT_COMPLEX -> BaseType.FLOAT;
            case DOUBLE_COMPLEX -> BaseType.DOUBLE;
            case CHAR, SHORT, BOOLEAN, INT, LONG, FLOAT, DOUBLE -> kind;
            case null, default -> null;
        };
    }

    /**
     * Returns what is wrong with the Java type of the program's buffer: "the elements are
     * MPI.DOUBLE, the buffer is an int[]". A byte array, a ByteBuffer and a memory segment hold any
     * elements.
     *
     * @param buf elements with their owner; none, or the owner is no buffer: nothing is wrong
     * @return null if nothing is
     */
    static String misfit(Buf buf) {
        if (buf == null || buf.count() == 0 || buf.owner() == null) {
            return null;
        }
        BaseType kind = of(buf);
        BaseType java = javaKind.apply(buf.owner());
        if (java == null || agree(kind, java)) {
            return null;
        }
        String holder = holder(buf.owner(), java);
        String article = "aeiouAEIOU".indexOf(holder.charAt(0)) >= 0 ? "an " : "a ";
        return String.format(
                "the datatype's elements are %s, the buffer is %s%s, whose elements are %s",
                kind.constant(), article, holder, java.constant());
    }

    /** Returns a buffer's type as programs name it: the JDK's classes of buffers are hidden. */
    private static String holder(Object owner, BaseType java) {
        if (!(owner instanceof Buffer)) {
            return owner.getClass().getSimpleName();
        }
        String base = java.name();
        return base.charAt(0) + base.substring(1).toLowerCase(Locale.ROOT) + "Buffer";
    }

    /** Returns elements in words: "4 × MPI.INT", or "24 bytes of several types". */
    static String describe(BaseType kind, long bytes) {
        return kind == null || kind == BaseType.NULL
                ? bytes + " bytes of several types"
                : bytes / kind.layout().size() + " × " + kind.constant();
    }
}
