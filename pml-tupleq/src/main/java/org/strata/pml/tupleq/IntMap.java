package org.strata.pml.tupleq;

import java.util.ArrayList;
import java.util.List;

/** A map from ints that grows and is cleared, without boxes. Tier 1 to look up. */
final class IntMap<V> {
    private static final int FIRST = 8;
    private static final int SPREAD = 0x9e3779b9;

    private final List<V> values = new ArrayList<>();
    private int[] keys = new int[FIRST];
    private int[] places = new int[FIRST];

    /** Returns the value of a key, or null. */
    V get(int key) {
        int slot = slot(key);
        return places[slot] == 0 ? null : values.get(places[slot] - 1);
    }

    /** Adds a key that is not there. */
    void put(int key, V value) {
        if (2 * (values.size() + 1) > keys.length) {
            grow();
        }
        values.add(value);
        set(key, values.size());
    }

    /** Returns the values in the order in which they were added. */
    List<V> values() {
        return values;
    }

    void clear() {
        values.clear();
        keys = new int[FIRST];
        places = new int[FIRST];
    }

    private void set(int key, int place) {
        int slot = slot(key);
        keys[slot] = key;
        places[slot] = place;
    }

    private int slot(int key) {
        int mask = keys.length - 1;
        int slot = ((key * SPREAD) >>> 7) & mask;
        while (places[slot] != 0 && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldPlaces = places;
        keys = new int[oldKeys.length * 2];
        places = new int[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldPlaces[i] != 0) {
                set(oldKeys[i], oldPlaces[i]);
            }
        }
    }
}
