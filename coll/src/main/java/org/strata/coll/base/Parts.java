package org.strata.coll.base;

import org.strata.opal.datatype.Buf;

/** A buffer with one part per rank: equal parts, parts by counts and displacements, or shares. */
public final class Parts {
    private final Buf buffer;
    private final int size;
    private final long each;
    private final long larger;
    private final int[] counts;
    private final int[] displacements;

    /** Displacements of adjacent parts: sums of counts, which an int may not hold. */
    private final long[] sums;

    private Parts(
            Buf buffer,
            int size,
            long each,
            long larger,
            int[] counts,
            int[] displacements,
            long[] sums) {
        this.buffer = buffer;
        this.size = size;
        this.each = each;
        this.larger = larger;
        this.counts = counts;
        this.displacements = displacements;
        this.sums = sums;
    }

    /** Parts of {@code buffer.count()} elements each, one after another. */
    public static Parts equal(Buf buffer, int size) {
        return new Parts(buffer, size, buffer.count(), 0, null, null, null);
    }

    /** Parts of any length in any place; displacements are in elements. */
    public static Parts of(Buf buffer, int[] counts, int[] displacements) {
        return new Parts(buffer, counts.length, 0, 0, counts, displacements, null);
    }

    /** Parts of given lengths, one after another. */
    public static Parts adjacent(Buf buffer, int[] counts) {
        long[] sums = new long[counts.length];
        for (int i = 1; i < counts.length; i++) {
            sums[i] = sums[i - 1] + counts[i - 1];
        }
        return new Parts(buffer, counts.length, 0, 0, counts, null, sums);
    }

    /** The buffer's elements in order, in even shares; the first ones have one element more. */
    public static Parts shares(Buf buffer, int size) {
        long each = buffer.count() / size;
        return new Parts(buffer, size, each, buffer.count() % size, null, null, null);
    }

    /** Returns the number of parts. */
    public int size() {
        return size;
    }

    /** Returns whether parts are equally long and one after another. */
    public boolean uniform() {
        return counts == null && larger == 0;
    }

    /** Returns the elements of a part. */
    public long count(int index) {
        return counts != null ? counts[index] : index < larger ? each + 1 : each;
    }

    /** Returns the element at which a part starts. */
    public long start(int index) {
        if (displacements != null) {
            return displacements[index];
        }
        return sums != null ? sums[index] : index * each + Math.min(index, larger);
    }

    /** Returns the bytes of a part. */
    public long bytes(int index) {
        return count(index) * buffer.layout().size();
    }

    /** Returns the bytes of all parts. */
    public long totalBytes() {
        long bytes = 0;
        for (int i = 0; i < size; i++) {
            bytes += bytes(i);
        }
        return bytes;
    }

    /** Returns a part. */
    public Buf part(int index) {
        return buffer.at(start(index), count(index));
    }

    /** Returns parts [{@code from}, {@code to}); they must be one after another. */
    public Buf range(int from, int to) {
        long end = to == 0 ? 0 : start(to - 1) + count(to - 1);
        long start = from == to ? end : start(from);
        return buffer.at(start, end - start);
    }

    /** Returns the same parts of another buffer. */
    public Parts in(Buf other) {
        return new Parts(other, size, each, larger, counts, displacements, sums);
    }

    /** Returns the buffer that was given; for equal parts its count is that of one part. */
    public Buf buffer() {
        return buffer;
    }
}
