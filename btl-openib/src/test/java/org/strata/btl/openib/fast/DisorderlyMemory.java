package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;
import org.strata.verbs.DataOrder.Extent;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An adapter that stores the bytes of writes one by one, in any order that its {@link Extent}
 * allows, those of different writes mixed: what a reader may see at worst. Only what writes store
 * in one place keeps their order.
 */
final class DisorderlyMemory {
    private final Extent extent;
    private final Random random;

    /** Of {@link Extent#WORDS}: whole words, the last one last, or bytes by their addresses. */
    private final boolean byWords;

    /** Writes that are under way, in their order. */
    private final List<Write> writes = new ArrayList<>();

    /** Writes so far. */
    private int posted;

    private static final class Write {
        private final int number;
        private final long to;
        private final byte[] bytes;
        private final boolean[] stored;
        private int left;

        Write(int number, long to, byte[] bytes) {
            this.number = number;
            this.to = to;
            this.bytes = bytes;
            stored = new boolean[bytes.length];
            left = bytes.length;
        }
    }

    DisorderlyMemory(Extent extent, Random random) {
        this.extent = extent;
        this.random = random;
        byWords = random.nextBoolean();
    }

    void write(long to, byte[] bytes) {
        writes.add(new Write(posted++, to, bytes));
    }

    boolean isIdle() {
        return writes.isEmpty();
    }

    /** Returns whether a write, counted from 0, has stored its bytes of a range. */
    boolean hasStored(int number, long at, int length) {
        for (Write write : writes) {
            if (write.number == number) {
                int from = (int) (at - write.to);
                for (int i = from; i < from + length; i++) {
                    if (!write.stored[i]) {
                        return false;
                    }
                }
            }
        }
        return number < posted;
    }

    /** Stores something. */
    void store() {
        if (writes.isEmpty()) {
            return;
        }
        Write write = writes.get(random.nextInt(writes.size()));
        int most = random.nextBoolean() ? 2 : 60;
        for (int count = 1 + random.nextInt(most); count > 0 && write.left > 0; count--) {
            step(write);
        }
        writes.removeIf(each -> each.left == 0);
    }

    private void step(Write write) {
        boolean words = byWords && extent == Extent.WORDS;
        int from = words ? word(write) : single(write);
        int count = words ? Long.BYTES : 1;
        if (write.stored[from] || !mayStore(write, from, count)) {
            return;
        }
        for (int i = from; i < from + count; i++) {
            Memory.putByte(write.to + i, write.bytes[i]);
            write.stored[i] = true;
            write.left--;
        }
    }

    /** Returns the offset of a word: any, but the last one only at the end. */
    private int word(Write write) {
        int all = write.bytes.length / Long.BYTES;
        boolean end = write.left <= Long.BYTES;
        return Long.BYTES * (end ? all - 1 : random.nextInt(Math.max(1, all - 1)));
    }

    /** Returns the offset of a byte. */
    private int single(Write write) {
        int all = write.bytes.length;
        return switch (extent) {
            case NONE -> random.nextInt(all);
            case LAST_BYTE -> write.left == 1 ? all - 1 : random.nextInt(Math.max(1, all - 1));
            case WORDS -> all - write.left;
        };
    }

    /** Returns whether no earlier write has still to store in the same place. */
    private boolean mayStore(Write write, int from, int count) {
        for (Write each : writes) {
            if (each.number >= write.number) {
                return true;
            }
            for (int i = from; i < from + count; i++) {
                long at = write.to + i - each.to;
                if (at >= 0 && at < each.bytes.length && !each.stored[(int) at]) {
                    return false;
                }
            }
        }
        return true;
    }
}
