package org.strata.testkit.coll;

import org.strata.opal.datatype.DataLayout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * One collective call with everything that all ranks agree on, and the data of each rank.
 *
 * @param index of the case in its script
 * @param collective its name: {@code "allreduce"}
 * @param size number of ranks
 * @param root of rooted collectives
 * @param count elements, per rank where there are parts
 * @param inPlace whether ranks call in place, where MPI has that
 * @param commutative whether the operation of a reduction commutes
 * @param seed of the data
 */
public record CollCase(
        int index,
        String collective,
        int size,
        int root,
        long count,
        boolean inPlace,
        boolean commutative,
        long seed) {

    private static final List<String> ALL =
            List.of(
                    "allgather",
                    "allgatherv",
                    "allreduce",
                    "alltoall",
                    "alltoallv",
                    "barrier",
                    "bcast",
                    "exscan",
                    "gather",
                    "gatherv",
                    "reduce",
                    "reduce_scatter",
                    "reduce_scatter_block",
                    "scan",
                    "scatter",
                    "scatterv");

    /** Returns the names of all collectives. */
    public static List<String> collectives() {
        return ALL;
    }

    /** Makes a case with a random length and random settings. */
    public static CollCase random(int index, String collective, int size, Random random) {
        long[] counts = {0, 1, 1, 2, 3, size, 2 * size + 1, 37, 200};
        long count = counts[random.nextInt(counts.length)];
        return random(index, collective, size, count, random);
    }

    /** Makes a case of a given length with random settings. */
    public static CollCase random(
            int index, String collective, int size, long count, Random random) {
        return new CollCase(
                index,
                collective,
                size,
                random.nextInt(size),
                count,
                random.nextInt(3) == 0,
                random.nextBoolean(),
                random.nextLong());
    }

    /** Returns the same case at another place of its script. */
    CollCase at(int place) {
        return new CollCase(place, collective, size, root, count, inPlace, commutative, seed);
    }

    /** Returns the layout of all, or one of each rank's own. */
    DataLayout layout(int rank, boolean common) {
        return CollLayouts.any(new Random(seed + (common ? 0 : 1 + rank)));
    }

    /** Returns what a rank contributes: {@code elements} elements, packed. */
    byte[] data(int rank, long elements) {
        byte[] data = new byte[(int) elements * CollLayouts.SIZE];
        new Random(seed * 31 + rank).nextBytes(data);
        return data;
    }

    /** Returns the parts' lengths of the collectives whose parts differ. */
    int[] counts(int salt) {
        Random random = new Random(seed * 17 + salt);
        int[] counts = new int[size];
        for (int i = 0; i < size; i++) {
            counts[i] = random.nextInt(4) == 0 ? 0 : random.nextInt((int) count + 1);
        }
        return counts;
    }

    /** Returns places for parts in mixed order, some with room between. */
    int[] displacements(int[] counts, int salt) {
        Random random = new Random(seed * 19 + salt);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            order.add(i);
        }
        if (random.nextBoolean()) {
            Collections.shuffle(order, random);
        }
        int[] displacements = new int[counts.length];
        int at = 0;
        for (int i : order) {
            at += random.nextInt(3) == 0 ? 2 : 0;
            displacements[i] = at;
            at += counts[i];
        }
        return displacements;
    }

    /** Returns elements that parts reach over. */
    static long reach(int[] counts, int[] displacements) {
        long end = 0;
        for (int i = 0; i < counts.length; i++) {
            end = Math.max(end, displacements[i] + counts[i]);
        }
        return end;
    }

    /** Returns a piece of packed data, in elements. */
    static byte[] slice(byte[] data, long from, long elements) {
        int start = (int) from * CollLayouts.SIZE;
        return Arrays.copyOfRange(data, start, start + (int) elements * CollLayouts.SIZE);
    }
}
