package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The shape of one item of a buffer: a base type, or places in an array of one. All sizes, bounds,
 * extents and displacements are numbers of array elements. A derived datatype may be made before
 * {@link MPI#Init}; it need not be committed.
 */
public class Datatype implements Freeable {
    /** Makes the bindings' datatype, once MPI is running. */
    private interface Maker {
        org.strata.mpi.Datatype make() throws org.strata.mpi.MPIException;
    }

    /** Objects of a call: with an extent of 0, a short array has any number of them. */
    private static final int MOST_OBJECTS = 1 << 28;

    /** What the items' array elements are. */
    final ElementKind kind;

    private final String name;
    private final Maker maker;

    /** Whether the bindings count the bytes of this datatype and not its elements. */
    private final boolean countsBytes;

    private org.strata.mpi.Datatype core;
    private int extent;
    private int lowerBound;
    private int firstElement;
    private int endElement;
    private int size;

    /** Makes a basic datatype. */
    Datatype(ElementKind kind) {
        this(kind, "MPI." + kind, false, () -> kind.core);
    }

    private Datatype(ElementKind kind, String name, boolean countsBytes, Maker maker) {
        this.kind = kind;
        this.name = name;
        this.countsBytes = countsBytes;
        this.maker = maker;
    }

    /** Makes one of the datatypes for MINLOC and MAXLOC. */
    static Datatype pair(ElementKind kind) {
        return new Datatype(
                kind,
                "MPI." + kind + "2",
                false,
                () -> org.strata.mpi.Datatype.createContiguous(2, kind.core));
    }

    /** Makes a derived datatype; wrong arguments are found now, unless MPI is not running yet. */
    private static Datatype derived(String name, Datatype old, Maker maker) {
        if (old == null) {
            throw MPIException.bad("MPI_ERR_TYPE", "the old datatype is null");
        }
        if (old.kind.core.isNull()) {
            throw MPIException.bad("MPI_ERR_TYPE", old + " has no elements");
        }
        return checked(new Datatype(old.kind, name + " of " + old.kind, old.countsBytes, maker));
    }

    private static Datatype checked(Datatype made) {
        if (MPI.isRunning()) {
            made.core();
        }
        return made;
    }

    /** Returns the bindings' datatype, committed. */
    final org.strata.mpi.Datatype core() {
        if (core == null) {
            open();
        }
        return core;
    }

    private synchronized void open() {
        if (core != null) {
            return;
        }
        try {
            org.strata.mpi.Datatype made = maker.make();
            if (!made.isNull()) {
                made.commit();
                int unit = countsBytes ? kind.bytes : 1;
                extent = Numbers.known(made.getExtent()) / unit;
                size = Numbers.known(made.getSize()) / unit;
                firstElement = Numbers.known(made.getTrueLb()) / unit;
                endElement = firstElement + Numbers.known(made.getTrueExtent()) / unit;
                lowerBound = Numbers.known(made.getLb()) / unit;
            }
            core = made;
        } catch (org.strata.mpi.MPIException e) {
            throw MPIException.of(e);
        }
    }

    final boolean isObject() {
        return kind == ElementKind.OBJECT;
    }

    /** Returns the place of the first element of some items, relative to the offset. */
    final long first(long count) {
        core();
        return firstElement + Math.min(0, (count - 1) * extent);
    }

    /** Returns the place behind the last element of some items, relative to the offset. */
    final long end(long count) {
        core();
        return endElement + Math.max(0, (count - 1) * extent);
    }

    /** Returns whether an item is nothing but {@link #Size} elements, one beside the other. */
    final boolean isDense() {
        core();
        return firstElement == 0 && endElement == size && extent == size;
    }

    /**
     * Returns the places of the objects of some items, in their order, relative to the offset. The
     * bindings find them: an array of places is packed.
     */
    final int[] places(int count) {
        org.strata.mpi.Datatype shape = core();
        long objects = (long) count * size;
        if (objects > MOST_OBJECTS) {
            String detail = count + " items have " + objects + " objects, the most is ";
            throw MPIException.bad("MPI_ERR_COUNT", detail + MOST_OBJECTS);
        }
        int[] places = new int[(int) objects];
        int first = (int) Math.min(0, first(count));
        int[] all = new int[places.length == 0 ? 0 : (int) end(count) - first];
        Arrays.setAll(all, i -> first + i);
        if (shape == kind.core || places.length == 0) {
            return all;
        }
        byte[] packed = new byte[places.length * Integer.BYTES];
        Object from = ElementKind.INT.at(all, -first);
        Core.run(() -> org.strata.mpi.MPI.COMM_SELF.pack(from, count, shape, packed, 0));
        ByteBuffer.wrap(packed).order(ByteOrder.nativeOrder()).asIntBuffer().get(places);
        return places;
    }

    /** Returns the distance between consecutive items. */
    public int Extent() throws MPIException {
        core();
        return extent;
    }

    /** Returns the number of elements of an item, gaps not counted. */
    public int Size() throws MPIException {
        core();
        return size;
    }

    /** Returns the place of an item's lower bound. */
    public int Lb() throws MPIException {
        core();
        return lowerBound;
    }

    /** Returns the place of an item's upper bound. */
    public int Ub() throws MPIException {
        return Lb() + extent;
    }

    /** Does nothing: datatypes are usable as they are. */
    public void Commit() throws MPIException {
        core();
    }

    /** Releases a derived datatype. Communication under way is not affected. */
    @Override
    public void free() throws MPIException {
        Core.run(() -> core().free());
    }

    /** Does nothing: the garbage collector reclaims datatypes. mpiJava declares it. */
    @Override
    @SuppressWarnings("removal")
    public void finalize() throws MPIException {}

    @Override
    public String toString() {
        return name;
    }

    /** Makes a datatype of consecutive items (MPI_TYPE_CONTIGUOUS). */
    public static Datatype Contiguous(int count, Datatype oldtype) throws MPIException {
        Maker maker = () -> org.strata.mpi.Datatype.createContiguous(count, oldtype.core());
        return derived("Contiguous", oldtype, maker);
    }

    /**
     * Makes a datatype of equally spaced blocks (MPI_TYPE_VECTOR).
     *
     * @param count number of blocks
     * @param blocklength items in a block
     * @param stride extents of {@code oldtype} from one block's beginning to the next
     * @param oldtype datatype of the items
     */
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype)
            throws MPIException {
        return derived(
                "Vector",
                oldtype,
                () ->
                        org.strata.mpi.Datatype.createVector(
                                count, blocklength, stride, oldtype.core()));
    }

    /** As {@link #Vector}, but the stride counts array elements (MPI_TYPE_HVECTOR). */
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype)
            throws MPIException {
        return derived(
                "Hvector",
                oldtype,
                () -> {
                    int bytes = inBytes(new int[] {stride}, oldtype.kind)[0];
                    return org.strata.mpi.Datatype.createHVector(
                            count, blocklength, bytes, oldtype.core());
                });
    }

    /**
     * Makes a datatype of blocks at any places (MPI_TYPE_INDEXED).
     *
     * @param array_of_blocklengths items in each block
     * @param array_of_displacements extents of {@code oldtype} from the offset to each block
     * @param oldtype datatype of the items
     */
    public static Datatype Indexed(
            int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        checkBlocks(array_of_blocklengths, array_of_displacements);
        int[] lengths = array_of_blocklengths.clone();
        int[] places = array_of_displacements.clone();
        return derived(
                "Indexed",
                oldtype,
                () -> org.strata.mpi.Datatype.createIndexed(lengths, places, oldtype.core()));
    }

    /** As {@link #Indexed}, but the displacements count array elements (MPI_TYPE_HINDEXED). */
    public static Datatype Hindexed(
            int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        checkBlocks(array_of_blocklengths, array_of_displacements);
        int[] lengths = array_of_blocklengths.clone();
        int[] places = array_of_displacements.clone();
        return derived(
                "Hindexed",
                oldtype,
                () -> {
                    int[] bytes = inBytes(places, oldtype.kind);
                    return org.strata.mpi.Datatype.createHIndexed(lengths, bytes, oldtype.core());
                });
    }

    /**
     * Makes a datatype of blocks of several datatypes, all of the same base type (MPI_TYPE_STRUCT).
     *
     * @param array_of_blocklengths items in each block
     * @param array_of_displacements array elements from the offset to each block
     * @param array_of_types datatype of each block's items; {@link MPI#LB} and {@link MPI#UB} mark
     *     the bounds
     */
    public static Datatype Struct(
            int[] array_of_blocklengths, int[] array_of_displacements, Datatype[] array_of_types)
            throws MPIException {
        checkBlocks(array_of_blocklengths, array_of_displacements);
        StructParts parts =
                StructParts.of(array_of_blocklengths, array_of_displacements, array_of_types);
        ElementKind kind = parts.kind();
        return checked(new Datatype(kind, "Struct of " + kind, true, parts::make));
    }

    static int[] inBytes(int[] elements, ElementKind kind) {
        try {
            return Arrays.stream(elements).map(e -> Math.multiplyExact(e, kind.bytes)).toArray();
        } catch (ArithmeticException e) {
            throw MPIException.bad(
                    "MPI_ERR_ARG", "an offset or displacement of 2^31 bytes or more");
        }
    }

    private static void checkBlocks(int[] lengths, int[] displacements) {
        if (lengths == null || displacements == null || displacements.length < lengths.length) {
            throw MPIException.bad("MPI_ERR_ARG", "fewer displacements than blocks");
        }
    }
}
