package org.strata.pml.tupleq;

import org.strata.mca.pml.Pml;

/** A set of tags; once {@link Pml#ANY_TAG} is in it, all from 0. */
final class TagSet {
    /** Returns whether a receive with a tag, or any, takes a message with one. */
    static boolean matches(int wanted, int tag) {
        return wanted == Pml.ANY_TAG ? tag >= 0 : wanted == tag;
    }

    private final IntMap<Boolean> tags = new IntMap<>();
    private boolean all;

    /** Returns whether a tag is in it. */
    boolean has(int tag) {
        return tag == Pml.ANY_TAG ? all : (all && tag >= 0) || tags.get(tag) != null;
    }

    /** Adds a tag; returns false when it is there already. */
    boolean add(int tag) {
        if (has(tag)) {
            return false;
        }
        if (tag == Pml.ANY_TAG) {
            all = true;
        } else {
            tags.put(tag, Boolean.TRUE);
        }
        return true;
    }
}
