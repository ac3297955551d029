package org.strata.pml.base.match;

/**
 * Queues by number (a tag or a sequence number): finding a queue takes the same time however many
 * there are. Tier 1: allocates only when more distinct numbers are in use than ever before.
 *
 * @param <T> what is queued
 */
public final class TagTable<T> {
    private static final int FIRST_BUCKETS = 16;

    /** Null before the first element: most peers never use most of their tables. */
    private Slot<T>[] buckets;

    private Slot<T> spare;

    /** The bucket in which {@link #any} goes on to search. */
    private int cursor;

    /** Buckets that {@link #any} has searched. */
    private long searched;

    /** The slot found last: most programs use one tag many times. */
    private Slot<T> recent;

    private int slotCount;
    private int size;

    /** One number's queue. */
    private static final class Slot<T> {
        private final Chain<T> chain = new Chain<>();
        private int number;
        private Slot<T> next;
    }

    @SuppressWarnings("unchecked")
    private static <T> Slot<T>[] slots(int count) {
        return (Slot<T>[]) new Slot<?>[count];
    }

    /** Returns the oldest element queued under a number, or null. */
    public T first(int number) {
        if (size == 0) {
            return null;
        }
        Slot<T> slot = find(number);
        return slot == null ? null : slot.chain.peek();
    }

    /** Returns whether nothing is queued. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Queues a link under a number. */
    public void append(int number, Link<T> link) {
        Slot<T> slot = find(number);
        if (slot == null) {
            slot = addSlot(number);
        }
        slot.chain.append(link);
        size++;
    }

    /** Removes a link that is in this table. */
    public void remove(Link<T> link) {
        link.unlink();
        size--;
    }

    /**
     * Returns some queued element, or null. To remove all elements one by one takes as many steps
     * as there are buckets, because each search goes on where the last one ended.
     */
    public T any() {
        while (size > 0) {
            for (Slot<T> s = buckets[cursor]; s != null; s = s.next) {
                if (!s.chain.isEmpty()) {
                    return s.chain.peek();
                }
            }
            cursor = (cursor + 1) & (buckets.length - 1);
            searched++;
        }
        return null;
    }

    /** Returns how many buckets without an element {@link #any} has searched. */
    long searched() {
        return searched;
    }

    /** Returns the number of queued elements. */
    public int size() {
        return size;
    }

    private Slot<T> find(int number) {
        Slot<T> slot = recent;
        return slot != null && slot.number == number ? slot : search(number);
    }

    private Slot<T> search(int number) {
        if (buckets == null) {
            return null;
        }
        Slot<T> slot = buckets[bucket(number)];
        while (slot != null && slot.number != number) {
            slot = slot.next;
        }
        if (slot != null) {
            recent = slot;
        }
        return slot;
    }

    private int bucket(int number) {
        return (number * 0x9E3779B9) >>> Integer.numberOfLeadingZeros(buckets.length - 1);
    }

    private Slot<T> addSlot(int number) {
        if (buckets == null) {
            buckets = slots(FIRST_BUCKETS);
        } else if (slotCount >= buckets.length) {
            makeRoom();
        }
        Slot<T> slot = spare;
        if (slot == null) {
            slot = new Slot<>();
        } else {
            spare = slot.next;
        }
        slot.number = number;
        insert(slot);
        slotCount++;
        return slot;
    }

    private void insert(Slot<T> slot) {
        int bucket = bucket(slot.number);
        slot.next = buckets[bucket];
        buckets[bucket] = slot;
    }

    /** Drops queues that are empty; doubles the table when most are not. */
    private void makeRoom() {
        recent = null;
        cursor = 0;
        Slot<T>[] old = buckets;
        int kept = 0;
        for (Slot<T> slot : old) {
            for (Slot<T> s = slot; s != null; s = s.next) {
                kept += s.chain.isEmpty() ? 0 : 1;
            }
        }
        buckets = slots(kept > old.length / 2 ? old.length * 2 : old.length);
        slotCount = kept;
        for (Slot<T> slot : old) {
            Slot<T> s = slot;
            while (s != null) {
                Slot<T> next = s.next;
                if (s.chain.isEmpty()) {
                    s.next = spare;
                    spare = s;
                } else {
                    insert(s);
                }
                s = next;
            }
        }
    }
}
