package org.strata.pml.base.match;

import org.strata.opal.memory.Memory;
import org.strata.pml.base.PayloadPool;

import java.util.function.LongConsumer;

/**
 * Queues of kept packets by key (a tag or a sequence number). Everything is in native memory: a
 * key's queue is a list of records, whose first one stands for the key in a hash table. So neither
 * many packets nor many keys cost the heap anything, and finding a queue takes the same time
 * however many there are. Tier 1.
 *
 * <p>A record has three words in each table that it can be in: the next record of its key; the one
 * before it, or the last one of the key where it is the first; and, in a first one, the first
 * record of the next key in its bucket.
 */
final class PacketTable {
    private static final int NEXT = 0;

    /** The record before this one; {@link #FIRST} and the last one's address in a first one. */
    private static final int PREVIOUS = 8;

    private static final int NEXT_IN_BUCKET = 16;

    /** Marks the word PREVIOUS of a first record: addresses are multiples of 64. */
    private static final long FIRST = 1;

    private static final int FEWEST_BUCKETS = 16;

    /** An empty table keeps its buckets up to this number. */
    private static final int KEPT_BUCKETS = 1024;

    private final PayloadPool memory;
    private final int place;

    /** Address of the buckets' words, or 0: most peers never use most of their tables. */
    private long buckets;

    /** Number of buckets, a power of two. */
    private int bucketCount;

    /** What is left of a hash's bits when it is shifted by this is the number of a bucket. */
    private int hashShift;

    private int keys;

    /** Whether there is one key, which is not in the buckets: most programs wait for one tag. */
    private boolean alone;

    /** The key that was found last, and its first record or 0; or the only key. */
    private long recentKey;

    private long recentFirst;

    /** The bucket in which {@link #any} goes on to search. */
    private int cursor;

    /**
     * @param memory where the buckets are
     * @param place where in a record its three words are
     */
    PacketTable(PayloadPool memory, int place) {
        this.memory = memory;
        this.place = place;
    }

    /** Returns whether nothing is queued. */
    boolean isEmpty() {
        return keys == 0;
    }

    /** Returns the oldest record of a key, or 0. */
    long first(long key) {
        return keys == 0 ? 0 : find(key);
    }

    private long find(long key) {
        return recentKey == key && recentFirst != 0 ? recentFirst : search(key);
    }

    private long search(long key) {
        if (alone || buckets == 0) {
            return 0;
        }
        long found = Memory.getWord(bucket(key));
        while (found != 0 && PacketRecord.key(found) != key) {
            found = Memory.getWord(found + place + NEXT_IN_BUCKET);
        }
        recentKey = key;
        recentFirst = found;
        return found;
    }

    /** Returns the address of a key's bucket. */
    private long bucket(long key) {
        long hash = key * 0x9E3779B97F4A7C15L;
        return buckets + (hash >>> hashShift) * Long.BYTES;
    }

    /** Queues a record under a key. */
    void append(long key, long added) {
        Memory.putWord(added + PacketRecord.KEY, key);
        Memory.putWord(added + place + NEXT, 0);
        long first = find(key);
        if (first == 0) {
            addKey(key, added);
        } else {
            long last = Memory.getWord(first + place + PREVIOUS) & ~FIRST;
            Memory.putWord(last + place + NEXT, added);
            Memory.putWord(added + place + PREVIOUS, last);
            Memory.putWord(first + place + PREVIOUS, added | FIRST);
        }
    }

    private void addKey(long key, long added) {
        Memory.putWord(added + place + PREVIOUS, added | FIRST);
        if (keys > 0) {
            if (keys >= bucketCount) {
                resize(Math.max(FEWEST_BUCKETS, 2 * bucketCount));
            }
            if (alone) {
                insert(recentFirst);
            }
            insert(added);
        }
        alone = keys == 0;
        keys++;
        recentKey = key;
        recentFirst = added;
    }

    private void insert(long first) {
        long bucket = bucket(PacketRecord.key(first));
        Memory.putWord(first + place + NEXT_IN_BUCKET, Memory.getWord(bucket));
        Memory.putWord(bucket, first);
    }

    /** Removes a record that is in this table. */
    void remove(long removed) {
        long next = Memory.getWord(removed + place + NEXT);
        long previous = Memory.getWord(removed + place + PREVIOUS);
        if ((previous & FIRST) != 0) {
            removeFirst(removed, next, previous);
            return;
        }
        Memory.putWord(previous + place + NEXT, next);
        if (next != 0) {
            Memory.putWord(next + place + PREVIOUS, previous);
        } else {
            long first = find(PacketRecord.key(removed));
            Memory.putWord(first + place + PREVIOUS, previous | FIRST);
        }
    }

    /** The next record of the key takes the place in the bucket, or the next key does. */
    private void removeFirst(long removed, long next, long last) {
        if (alone) {
            removeFirstAlone(next, last);
            return;
        }
        long key = PacketRecord.key(removed);
        long after = Memory.getWord(removed + place + NEXT_IN_BUCKET);
        long link = linkTo(removed, bucket(key));
        if (next != 0) {
            Memory.putWord(next + place + PREVIOUS, last);
            Memory.putWord(next + place + NEXT_IN_BUCKET, after);
            Memory.putWord(link, next);
        } else {
            Memory.putWord(link, after);
            keys--;
        }
        recentKey = key;
        recentFirst = next;
        if (keys == 0 && bucketCount > KEPT_BUCKETS) {
            release();
        }
    }

    private void removeFirstAlone(long next, long last) {
        recentFirst = next;
        if (next != 0) {
            Memory.putWord(next + place + PREVIOUS, last);
        } else {
            keys = 0;
            alone = false;
        }
    }

    /** Returns the address of the word of a bucket's list that leads to a first record. */
    private long linkTo(long first, long bucket) {
        long link = bucket;
        long found = Memory.getWord(link);
        while (found != first) {
            link = found + place + NEXT_IN_BUCKET;
            found = Memory.getWord(link);
        }
        return link;
    }

    /**
     * Returns the oldest record of some key, or 0. To remove all records one by one takes as many
     * steps as there are buckets, because each search goes on where the last one ended.
     */
    long any() {
        if (alone) {
            return recentFirst;
        }
        while (keys > 0) {
            long found = Memory.getWord(buckets + (long) cursor * Long.BYTES);
            if (found != 0) {
                return found;
            }
            cursor = (cursor + 1) & (bucketCount - 1);
        }
        return 0;
    }

    /** Calls an action with every record. Tier 3. */
    void forEach(LongConsumer action) {
        if (alone) {
            forEach(recentFirst, action);
            return;
        }
        for (int i = 0; i < bucketCount && keys > 0; i++) {
            long first = Memory.getWord(buckets + (long) i * Long.BYTES);
            while (first != 0) {
                forEach(first, action);
                first = Memory.getWord(first + place + NEXT_IN_BUCKET);
            }
        }
    }

    private void forEach(long first, LongConsumer action) {
        for (long each = first; each != 0; each = Memory.getWord(each + place + NEXT)) {
            action.accept(each);
        }
    }

    private void resize(int count) {
        long old = buckets;
        int oldCount = bucketCount;
        buckets = memory.allocate((long) count * Long.BYTES);
        bucketCount = count;
        hashShift = Long.numberOfLeadingZeros(count - 1);
        cursor = 0;
        Memory.zero(buckets, (long) count * Long.BYTES);
        for (int i = 0; i < oldCount; i++) {
            long first = Memory.getWord(old + (long) i * Long.BYTES);
            while (first != 0) {
                long next = Memory.getWord(first + place + NEXT_IN_BUCKET);
                insert(first);
                first = next;
            }
        }
        if (old != 0) {
            memory.free(old, (long) oldCount * Long.BYTES);
        }
    }

    /** Frees the buckets of an empty table. */
    void release() {
        if (buckets != 0) {
            memory.free(buckets, (long) bucketCount * Long.BYTES);
        }
        buckets = 0;
        bucketCount = 0;
        cursor = 0;
        recentFirst = 0;
    }
}
