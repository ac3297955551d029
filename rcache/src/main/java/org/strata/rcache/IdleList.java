package org.strata.rcache;

/** The ranges that no operation uses, least recently used first. */
final class IdleList {
    private CachedRange oldest;
    private CachedRange youngest;
    private long bytes;
    private int count;

    CachedRange oldest() {
        return oldest;
    }

    long bytes() {
        return bytes;
    }

    int count() {
        return count;
    }

    void add(CachedRange range) {
        range.idle = true;
        range.older = youngest;
        if (youngest == null) {
            oldest = range;
        } else {
            youngest.younger = range;
        }
        youngest = range;
        bytes += range.bytes();
        count++;
    }

    /** Removes a range; does nothing when it is not in the list. */
    void remove(CachedRange range) {
        if (!range.idle) {
            return;
        }
        range.idle = false;
        if (range.older == null) {
            oldest = range.younger;
        } else {
            range.older.younger = range.younger;
        }
        if (range.younger == null) {
            youngest = range.older;
        } else {
            range.younger.older = range.older;
        }
        range.older = null;
        range.younger = null;
        bytes -= range.bytes();
        count--;
    }
}
