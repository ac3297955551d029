package org.strata.mca.base;

import java.io.ObjectInputFilter;

/**
 * Bounds the memory that deserialising another process's object takes by the length of its bytes.
 * An array is made as soon as its length has been read, and arrays may be nested: a message of some
 * kilobytes could ask for all memory there is. So all arrays together, with those inside of
 * collections, have no more elements than the bytes could fill, and some to spare.
 *
 * <p>Of one object stream; not thread-safe.
 */
public final class ObjectBudget implements ObjectInputFilter {
    /**
     * Collections are made with room to spare: tables of hash maps have up to 2.7 slots an entry.
     */
    private static final int ROOM = 4;

    private static final int LEAST = 1024;

    private final ObjectInputFilter classes;
    private long elements;

    /**
     * Makes the budget of one object stream.
     *
     * @param bytes the length of the serialised objects
     * @param classes decides on what fits the budget; null for nobody. A stream's filter replaces
     *     that of the JVM ({@code -Djdk.serialFilter}), which {@code
     *     ObjectInputStream.getObjectInputFilter} returns until then
     */
    public ObjectBudget(long bytes, ObjectInputFilter classes) {
        this.elements = LEAST + ROOM * bytes;
        this.classes = classes;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        elements -= Math.max(0, info.arrayLength());
        if (elements < 0) {
            return Status.REJECTED;
        }
        return classes == null ? Status.UNDECIDED : classes.checkInput(info);
    }
}
