package org.strata.verbs.soft;

import java.util.Arrays;

/** Open objects by the index of their record. Readers acquire no lock. */
final class Registry<T> {
    /** Pairs with Registry.get: each array is complete when it is stored. */
    private volatile Object[] objects = new Object[8];

    synchronized void put(int index, T object) {
        Object[] now = objects;
        Object[] next = Arrays.copyOf(now, Math.max(now.length, Integer.highestOneBit(index) * 2));
        next[index] = object;
        objects = next;
    }

    synchronized void remove(int index) {
        Object[] next = objects.clone();
        next[index] = null;
        objects = next;
    }

    /** Returns the object, or null. */
    @SuppressWarnings("unchecked")
    T get(int index) {
        Object[] now = objects;
        return index >= 0 && index < now.length ? (T) now[index] : null;
    }

    /** Returns one more than the highest possible index. */
    int end() {
        return objects.length;
    }

    synchronized boolean isEmpty() {
        return Arrays.stream(objects).allMatch(o -> o == null);
    }
}
