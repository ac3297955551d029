package mpi;

import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

/**
 * The shape of one element of a buffer (MPI 3.1 chapter 4): a basic Java type or one derived from
 * others. Derived datatypes must be committed before use in communication.
 *
 * <p>Sizes, bounds and extents are returned in units of the datatype's base type: {@code
 * MPI.INT.getExtent()} is 1. The pair types and structs count bytes. A value that does not fit an
 * int is {@link MPI#UNDEFINED}.
 */
public final class Datatype implements Freeable, Cloneable {
    private static final double MAX_REACH = 0x1p60;

    private final BaseType base;

    /** The predefined datatype of all elements; null where there are several. */
    private final BaseType elements;

    private final boolean predefined;
    private DataLayout layout;
    private boolean committed;
    private String name;
    private Attributes attributes = new Attributes();

    /** Makes a predefined datatype; usable only while MPI is running. */
    Datatype(BaseType base) {
        this.base = base;
        this.elements = base;
        this.predefined = true;
        this.layout = base.layout();
        this.committed = true;
        this.name = base.symbol;
    }

    private Datatype(BaseType base, BaseType elements, DataLayout layout) {
        this.base = base;
        this.elements = elements;
        this.predefined = false;
        this.layout = layout;
        this.name = "";
        ElementKinds.note(layout, elements);
    }

    /** Returns the shape, null for a null datatype. */
    DataLayout layout() {
        return layout;
    }

    /** Returns whether the datatype may be used in communication. Tier 1. */
    boolean usable() {
        return committed && layout != null;
    }

    BaseType base() {
        return base;
    }

    /** Returns the predefined datatype of all elements; null where there are several. */
    BaseType elements() {
        return elements;
    }

    /** Returns the bytes of one unit. */
    int baseSize() {
        return base.unit;
    }

    boolean isPredefined() {
        return predefined;
    }

    private DataLayout known(String call) throws MPIException {
        MPI.check();
        if (layout == null) {
            throw Errors.raise(null, MPI.ERR_TYPE, call, "the datatype is null or was freed");
        }
        return layout;
    }

    /** Returns bytes in units of the base type; UNDEFINED where they do not fit an int. */
    private int units(long bytes) {
        long units = bytes / base.unit;
        return units == (int) units ? (int) units : MPI.UNDEFINED;
    }

    /**
     * Returns the lower bound (MPI 3.1 §4.1.7).
     *
     * @return units of the base type
     */
    public int getLb() throws MPIException {
        return units(known("MPI_Type_get_extent").lowerBound());
    }

    /**
     * Returns the distance between consecutive elements (MPI 3.1 §4.1.7).
     *
     * @return units of the base type
     */
    public int getExtent() throws MPIException {
        return units(known("MPI_Type_get_extent").extent());
    }

    /**
     * Returns the place of the first data (MPI 3.1 §4.1.8).
     *
     * @return units of the base type
     */
    public int getTrueLb() throws MPIException {
        return units(known("MPI_Type_get_true_extent").trueLowerBound());
    }

    /**
     * Returns the distance from the first to past the last data (MPI 3.1 §4.1.8).
     *
     * @return units of the base type
     */
    public int getTrueExtent() throws MPIException {
        return units(known("MPI_Type_get_true_extent").trueExtent());
    }

    /**
     * Returns the amount of data in one element, gaps not counted (MPI 3.1 §4.1.5).
     *
     * @return units of the base type
     */
    public int getSize() throws MPIException {
        return units(known("MPI_Type_size").size());
    }

    /** Makes the datatype usable in communication (MPI 3.1 §4.1.9); a second call does nothing. */
    public void commit() throws MPIException {
        known("MPI_Type_commit");
        committed = true;
    }

    /**
     * Makes the datatype null (MPI 3.1 §4.1.9). Communication under way and datatypes derived from
     * it are not affected.
     */
    @Override
    public void free() throws MPIException {
        known("MPI_Type_free");
        if (predefined) {
            throw Errors.raise(null, MPI.ERR_TYPE, "MPI_Type_free", base.symbol + " is predefined");
        }
        attributes.clear();
        layout = null;
    }

    /** Returns whether this is {@link MPI#DATATYPE_NULL} or was freed. */
    public boolean isNull() {
        return layout == null;
    }

    /** As {@link #dup}; failure becomes a RuntimeException. */
    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate is made by the constructor.
    public Datatype clone() {
        try {
            return dup();
        } catch (MPIException e) {
            throw new RuntimeException(e.getMessage(), e);
        }
    }

    /** Returns a datatype of the same shape and state (MPI 3.1 §4.1.10). */
    public Datatype dup() throws MPIException {
        known("MPI_Type_dup");
        Datatype copy = snapshot();
        copy.name = predefined ? "" : name;
        copy.attributes = attributes.copy();
        return copy;
    }

    /** Returns a datatype of the same shape, state and name, without attributes. */
    Datatype snapshot() {
        Datatype copy = new Datatype(base, elements, layout);
        copy.committed = committed;
        copy.name = name;
        return copy;
    }

    /**
     * Makes a datatype of consecutive elements (MPI_Type_contiguous, MPI 3.1 §4.1.2).
     *
     * @param count number of elements
     * @param oldType datatype of the elements
     * @throws MPIException ERR_COUNT, ERR_TYPE
     */
    public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
        String call = "MPI_Type_contiguous";
        DataLayout old = old(oldType, call);
        checkCount(count, "count", call);
        checkReach((double) count * reach(old), call);
        return derived(oldType, DataLayouts.contiguous(count, old));
    }

    /**
     * Makes a datatype of equally spaced blocks (MPI_Type_vector, MPI 3.1 §4.1.2).
     *
     * @param count number of blocks
     * @param blockLength elements in a block
     * @param stride elements (extents) from one block's beginning to the next
     * @param oldType datatype of the elements
     * @throws MPIException ERR_COUNT, ERR_ARG, ERR_TYPE
     */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType)
            throws MPIException {
        return vector(count, blockLength, stride, true, oldType, "MPI_Type_vector");
    }

    /**
     * As {@link #createVector}, the stride in bytes (MPI_Type_create_hvector, MPI 3.1 §4.1.2).
     *
     * @param count number of blocks
     * @param blockLength elements in a block
     * @param stride bytes from one block's beginning to the next
     * @param oldType datatype of the elements
     * @throws MPIException ERR_COUNT, ERR_ARG, ERR_TYPE
     */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType)
            throws MPIException {
        return vector(count, blockLength, stride, false, oldType, "MPI_Type_create_hvector");
    }

    private static Datatype vector(
            int count, int length, long stride, boolean inExtents, Datatype oldType, String call)
            throws MPIException {
        DataLayout old = old(oldType, call);
        checkCount(count, "count", call);
        checkCount(length, "block length", call);
        double bytes = (double) stride * (inExtents ? old.extent() : 1);
        checkReach(count * (Math.abs(bytes) + length * reach(old)), call);
        long step = inExtents ? stride * old.extent() : stride;
        return derived(oldType, DataLayouts.hvector(count, length, step, old));
    }

    /**
     * Makes a datatype of blocks at any places (MPI_Type_indexed, MPI 3.1 §4.1.2).
     *
     * @param blockLengths elements in each block
     * @param displacements elements (extents) from the origin to each block
     * @param oldType datatype of the elements
     * @throws MPIException ERR_ARG, ERR_TYPE
     */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        return indexed(blockLengths, displacements, true, oldType, "MPI_Type_indexed");
    }

    /**
     * As {@link #createIndexed}, displacements in bytes (MPI_Type_create_hindexed, MPI 3.1 §4.1.2).
     *
     * @param blockLengths elements in each block
     * @param displacements bytes from the origin to each block
     * @param oldType datatype of the elements
     * @throws MPIException ERR_ARG, ERR_TYPE
     */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        return indexed(blockLengths, displacements, false, oldType, "MPI_Type_create_hindexed");
    }

    private static Datatype indexed(
            int[] lengths, int[] displacements, boolean inExtents, Datatype oldType, String call)
            throws MPIException {
        DataLayout old = old(oldType, call);
        checkBlocks(lengths, displacements, call);
        long unit = inExtents ? old.extent() : 1;
        long[] places = longs(displacements, lengths.length);
        double bytes = 0;
        for (int i = 0; i < places.length; i++) {
            bytes += Math.abs((double) places[i] * unit) + lengths[i] * reach(old);
            places[i] *= unit;
        }
        checkReach(bytes, call);
        long[] counts = longs(lengths, lengths.length);
        return derived(oldType, DataLayouts.hindexed(counts, places, old));
    }

    /**
     * Makes a datatype of blocks of several datatypes (MPI_Type_create_struct, MPI 3.1 §4.1.2). Its
     * base type is {@link MPI#BYTE}.
     *
     * @param blockLengths elements in each block
     * @param displacements bytes from the origin to each block
     * @param types datatype of each block's elements
     * @throws MPIException ERR_ARG, ERR_TYPE
     */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types)
            throws MPIException {
        String call = "MPI_Type_create_struct";
        MPI.check();
        checkBlocks(blockLengths, displacements, call);
        int count = blockLengths.length;
        Checks.notNull(null, call, "datatypes", types);
        requireOnePer(count, types.length, "datatypes", call);
        DataLayout[] layouts = new DataLayout[count];
        double bytes = 0;
        for (int i = 0; i < count; i++) {
            layouts[i] = old(types[i], call);
            bytes += Math.abs((double) displacements[i]) + blockLengths[i] * reach(layouts[i]);
        }
        checkReach(bytes, call);
        long[] places = longs(displacements, count);
        DataLayout made = DataLayouts.struct(longs(blockLengths, count), places, layouts);
        return new Datatype(BaseType.BYTE, commonElements(types, count), made);
    }

    /**
     * Makes a datatype with other bounds (MPI_Type_create_resized, MPI 3.1 §4.1.7).
     *
     * @param oldType datatype of the data
     * @param lb lower bound in bytes
     * @param extent extent in bytes
     * @throws MPIException ERR_TYPE
     */
    public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
        String call = "MPI_Type_create_resized";
        DataLayout old = old(oldType, call);
        return derived(oldType, DataLayouts.resized(old, lb, extent));
    }

    private static Datatype derived(Datatype oldType, DataLayout layout) {
        return new Datatype(oldType.base, oldType.elements, layout);
    }

    private static BaseType commonElements(Datatype[] types, int count) {
        BaseType common = count == 0 ? null : types[0].elements;
        for (int i = 1; i < count; i++) {
            common = types[i].elements == common ? common : null;
        }
        return common;
    }

    /** Returns the bytes that an element, its bounds and its gaps reach over. */
    private static double reach(DataLayout layout) {
        return (double) layout.size()
                + Math.abs((double) layout.lowerBound())
                + Math.abs((double) layout.extent())
                + Math.abs((double) layout.trueLowerBound())
                + layout.trueExtent();
    }

    /** Refuses a layout of 2^60 bytes or more, so that later arithmetic on bytes fits 64 bits. */
    private static void checkReach(double bytes, String call) throws MPIException {
        if (bytes > MAX_REACH) {
            String detail = "the datatype would reach over 2^60 bytes or more";
            throw Errors.raise(null, MPI.ERR_ARG, call, detail);
        }
    }

    /** Returns the shape of a datatype that another one is made of. */
    static DataLayout old(Datatype type, String call) throws MPIException {
        if (type == null) {
            MPI.check();
            throw Errors.raise(null, MPI.ERR_TYPE, call, "the old datatype is null");
        }
        return type.known(call);
    }

    private static void checkCount(int count, String what, String call) throws MPIException {
        if (count < 0) {
            int clazz = what.equals("count") ? MPI.ERR_COUNT : MPI.ERR_ARG;
            throw Errors.raise(null, clazz, call, what + " " + count + " is negative");
        }
    }

    private static void checkBlocks(int[] lengths, int[] displacements, String call)
            throws MPIException {
        Checks.notNull(null, call, "block lengths", lengths);
        Checks.notNull(null, call, "displacements", displacements);
        requireOnePer(lengths.length, displacements.length, "displacements", call);
        for (int length : lengths) {
            checkCount(length, "block length", call);
        }
    }

    private static void requireOnePer(int blocks, int given, String what, String call)
            throws MPIException {
        if (given < blocks) {
            String detail = given + " " + what + " for " + blocks + " blocks";
            throw Errors.raise(null, MPI.ERR_ARG, call, detail);
        }
    }

    private static long[] longs(int[] values, int count) {
        long[] wide = new long[count];
        for (int i = 0; i < count; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    /**
     * Names the datatype, for messages (MPI 3.1 §6.8).
     *
     * @param name at most {@link MPI#MAX_OBJECT_NAME} characters count
     */
    public void setName(String name) throws MPIException {
        known("MPI_Type_set_name");
        this.name = Errors.objectName(null, name, "MPI_Type_set_name");
    }

    /** Returns the name; empty when none was set on a derived datatype (MPI 3.1 §6.8). */
    public String getName() throws MPIException {
        known("MPI_Type_get_name");
        return name;
    }

    /** Makes a key for attributes of datatypes (MPI 3.1 §6.7.4). */
    public static int createKeyval() throws MPIException {
        return Keyval.create(Keyval.Kind.DATATYPE);
    }

    /**
     * Frees a key (MPI 3.1 §6.7.4). It stays usable until the last attribute under it is deleted.
     *
     * @throws MPIException ERR_KEYVAL
     */
    public static void freeKeyval(int keyval) throws MPIException {
        Keyval.free(Keyval.Kind.DATATYPE, keyval, "MPI_Type_free_keyval");
    }

    /**
     * Sets an attribute (MPI 3.1 §6.7.4).
     *
     * @param keyval from {@link #createKeyval}
     * @param value something serialisable; a copy is kept, and copied again for duplicates
     * @throws MPIException ERR_KEYVAL; with an IOException as cause if it cannot be serialised
     */
    public void setAttr(int keyval, Object value) throws MPIException {
        requireKey(keyval, "MPI_Type_set_attr");
        attributes.set(keyval, value);
    }

    /**
     * Returns a copy of an attribute, null when it is not set (MPI 3.1 §6.7.4).
     *
     * @throws MPIException ERR_KEYVAL
     */
    public Object getAttr(int keyval) throws MPIException {
        requireKey(keyval, "MPI_Type_get_attr");
        return attributes.get(keyval);
    }

    /**
     * Removes an attribute (MPI 3.1 §6.7.4).
     *
     * @throws MPIException ERR_KEYVAL
     */
    public void deleteAttr(int keyval) throws MPIException {
        requireKey(keyval, "MPI_Type_delete_attr");
        attributes.delete(keyval);
    }

    private void requireKey(int keyval, String call) throws MPIException {
        known(call);
        Keyval.require(null, Keyval.Kind.DATATYPE, keyval, call);
    }

    /** Returns the name, or a description for messages. */
    @Override
    public String toString() {
        if (layout == null) {
            return BaseType.NULL.constant();
        }
        if (predefined && name.equals(base.symbol)) {
            return base.constant();
        }
        return name.isEmpty() ? "datatype derived from " + base.constant() : name;
    }
}
