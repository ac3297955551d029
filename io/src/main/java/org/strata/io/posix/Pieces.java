package org.strata.io.posix;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What one rank accesses in the part of a file that one aggregator serves: pieces in the order of
 * their offsets, none of which crosses the boundary of a window. Both sides have the same pieces in
 * the same order, so messages contain data alone.
 */
final class Pieces {
    private long[] offsets;
    private long[] lengths;

    /** Place of each piece in the packed data of its rank; unused at the aggregator. */
    private long[] places;

    private int count;
    private int next;

    Pieces() {
        offsets = new long[4];
        lengths = new long[4];
        places = new long[4];
    }

    /** Makes the aggregator's pieces from {@link #toNumbers}. */
    Pieces(long[] numbers) {
        count = numbers.length / 2;
        offsets = Arrays.copyOf(numbers, count);
        lengths = Arrays.copyOfRange(numbers, count, 2 * count);
    }

    void add(long offset, long length, long place) {
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
        }
        offsets[count] = offset;
        lengths[count] = length;
        places[count++] = place;
    }

    /** Sorts the pieces, unless they are: most views are sorted. */
    void sort() {
        boolean sorted = true;
        for (int i = 1; i < count; i++) {
            sorted &= offsets[i - 1] <= offsets[i];
        }
        if (!sorted) {
            int[] order =
                    IntStream.range(0, count)
                            .boxed()
                            .sorted((a, b) -> Long.compare(offsets[a], offsets[b]))
                            .mapToInt(Integer::intValue)
                            .toArray();
            offsets = Arrays.stream(order).mapToLong(i -> offsets[i]).toArray();
            lengths = Arrays.stream(order).mapToLong(i -> lengths[i]).toArray();
            places = Arrays.stream(order).mapToLong(i -> places[i]).toArray();
        }
    }

    int count() {
        return count;
    }

    long offset(int index) {
        return offsets[index];
    }

    long length(int index) {
        return lengths[index];
    }

    long place(int index) {
        return places[index];
    }

    /** Returns offsets, then lengths, to be sent to the aggregator. */
    long[] toNumbers() {
        long[] numbers = new long[2 * count];
        System.arraycopy(offsets, 0, numbers, 0, count);
        System.arraycopy(lengths, 0, numbers, count, count);
        return numbers;
    }

    /** Returns the first piece that no window has contained yet. */
    int next() {
        return next;
    }

    /** Returns the offset of the first piece that no window has contained; the largest if none. */
    long nextOffset() {
        return next < count ? offsets[next] : Long.MAX_VALUE;
    }

    /** Returns the piece after those that begin before an offset. */
    int before(long end) {
        int index = next;
        while (index < count && offsets[index] < end) {
            index++;
        }
        return index;
    }

    /** Returns the bytes of the pieces up to one. */
    long bytesTo(int end) {
        long sum = 0;
        for (int i = next; i < end; i++) {
            sum += lengths[i];
        }
        return sum;
    }

    /** A window has contained the pieces up to one. */
    void advance(int end) {
        next = end;
    }
}
