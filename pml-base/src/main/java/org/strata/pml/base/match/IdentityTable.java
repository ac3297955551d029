package org.strata.pml.base.match;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Objects by the identity of their communicator: open addressing, without an object per entry.
 * {@link #get} is tier 1; the others are called when a communicator is made or freed, or at the
 * first message of a peer.
 *
 * @param <T> what a communicator stands for
 */
final class IdentityTable<T> {
    private static final int FIRST_CAPACITY = 4;

    private long[] keys = {};
    private Object[] values = {};
    private int size;

    /** Returns the object of an identity, or null. */
    T get(long identity) {
        int mask = keys.length - 1;
        if (mask < 0) {
            return null;
        }
        int at = slot(identity, mask);
        while (values[at] != null) {
            if (keys[at] == identity) {
                return at(at);
            }
            at = (at + 1) & mask;
        }
        return null;
    }

    @SuppressWarnings("unchecked")
    private T at(int index) {
        return (T) values[index];
    }

    private static int slot(long identity, int mask) {
        long mixed = identity * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & mask;
    }

    /** Adds an object under an identity that has none. At most half of the places are used. */
    void put(long identity, T value) {
        if (2 * (size + 1) > keys.length) {
            grow();
        }
        insert(identity, value);
        size++;
    }

    private void insert(long identity, Object value) {
        int mask = keys.length - 1;
        int at = slot(identity, mask);
        while (values[at] != null) {
            at = (at + 1) & mask;
        }
        keys[at] = identity;
        values[at] = value;
    }

    private void grow() {
        long[] oldKeys = keys;
        Object[] oldValues = values;
        int capacity = Math.max(FIRST_CAPACITY, 2 * oldKeys.length);
        keys = new long[capacity];
        values = new Object[capacity];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                insert(oldKeys[i], oldValues[i]);
            }
        }
    }

    /**
     * Removes and returns the object of an identity; null if there is none. The entries behind it
     * move up, so that no place is lost however many come and go.
     */
    T remove(long identity) {
        int mask = keys.length - 1;
        int at = mask < 0 ? -1 : find(identity, mask);
        if (at < 0) {
            return null;
        }
        T removed = at(at);
        int hole = at;
        for (int i = (hole + 1) & mask; values[i] != null; i = (i + 1) & mask) {
            // An entry may move into the hole unless its own place lies behind the hole.
            if (((i - slot(keys[i], mask)) & mask) >= ((i - hole) & mask)) {
                keys[hole] = keys[i];
                values[hole] = values[i];
                hole = i;
            }
        }
        values[hole] = null;
        size--;
        return removed;
    }

    private int find(long identity, int mask) {
        int at = slot(identity, mask);
        while (values[at] != null && keys[at] != identity) {
            at = (at + 1) & mask;
        }
        return values[at] == null ? -1 : at;
    }

    /** Returns the number of objects. */
    int size() {
        return size;
    }

    /** Calls an action with every object, in no order; the action must not change the table. */
    void forEach(Consumer<? super T> action) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null) {
                action.accept(at(i));
            }
        }
    }

    /** Returns the objects, in no order. */
    @SuppressWarnings("unchecked")
    T[] toArray(T[] none) {
        T[] all = Arrays.copyOf(none, size);
        int count = 0;
        for (Object value : values) {
            if (value != null) {
                all[count++] = (T) value;
            }
        }
        return all;
    }
}
