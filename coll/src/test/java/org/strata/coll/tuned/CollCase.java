package org.strata.coll.tuned;

import org.strata.coll.base.Algorithm;
import org.strata.opal.datatype.DataLayout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** One collective call with everything that all ranks agree on, and the data of each rank. */
record CollCase(
        int index,
        String collective,
        Algorithm<?> algorithm,
        long segment,
        int fanout,
        int size,
        int root,
        long count,
        boolean inPlace,
        boolean commutative,
        long seed) {

    private static final List<String> ALL = new ArrayList<>();

    static {
        for (Collective<?> collective : Collective.ALL) {
            ALL.add(collective.label());
        }
        ALL.add("gatherv");
        ALL.add("scatterv");
    }

    static List<String> collectives() {
        return ALL;
    }

    /** Returns the collective of a name; null for those with one algorithm. */
    static Collective<?> kind(String collective) {
        return Collective.ALL.stream()
                .filter(c -> c.label().equals(collective))
                .findAny()
                .orElse(null);
    }

    /**
     * @param algorithm null: the rules select
     */
    static CollCase random(
            int index, String collective, Algorithm<?> algorithm, int size, Random random) {
        long[] segments = {0, 0, 8, 24, 100, 1000};
        long[] counts = {0, 1, 1, 2, 3, size, 2 * size + 1, 37, 200};
        return new CollCase(
                index,
                collective,
                algorithm,
                segments[random.nextInt(segments.length)],
                random.nextInt(4),
                size,
                random.nextInt(size),
                counts[random.nextInt(counts.length)],
                random.nextInt(3) == 0,
                random.nextBoolean(),
                random.nextLong());
    }

    /** Returns rules by which the algorithm runs, and others where none is given. */
    Rules rules(Rules others) {
        return algorithm == null
                ? others
                : TestRules.of(TestRules.always(kind(collective), algorithm, segment, fanout))
                        .otherwise(others);
    }

    /** Returns the layout of all, or one of each rank's own. */
    DataLayout layout(int rank, boolean common) {
        return TestLayouts.any(new Random(seed + (common ? 0 : 1 + rank)));
    }

    /** Returns what a rank contributes: {@code elements} elements, packed. */
    byte[] data(int rank, long elements) {
        byte[] data = new byte[(int) elements * TestLayouts.SIZE];
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
        int start = (int) from * TestLayouts.SIZE;
        return java.util.Arrays.copyOfRange(data, start, start + (int) elements * TestLayouts.SIZE);
    }
}
