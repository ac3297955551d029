package org.strata.coll;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Choice;
import org.strata.opal.datatype.DataLayout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One collective call with everything that all ranks agree on, and the data of each rank. */
record CollCase(
        int index,
        String collective,
        Choice choice,
        int size,
        int root,
        long count,
        boolean inPlace,
        boolean commutative,
        long seed) {

    private static final List<String> ALL = new ArrayList<>();

    static {
        for (Collective collective : Collective.values()) {
            ALL.add(collective.label());
        }
        ALL.add("gatherv");
        ALL.add("scatterv");
    }

    static List<String> collectives() {
        return ALL;
    }

    static CollCase random(int index, String collective, int algorithm, int size, Random random) {
        Collective kind = Collective.of(collective);
        Algorithm chosen = kind == null ? null : kind.algorithm(algorithm);
        long[] segments = {0, 0, 8, 24, 100, 1000};
        long[] counts = {0, 1, 1, 2, 3, size, 2 * size + 1, 37, 200};
        return new CollCase(
                index,
                collective,
                new Choice(chosen, segments[random.nextInt(segments.length)], random.nextInt(4)),
                size,
                random.nextInt(size),
                counts[random.nextInt(counts.length)],
                random.nextInt(3) == 0,
                random.nextBoolean(),
                random.nextLong());
    }

    /** Returns what the rules must say so that the chosen algorithm runs; 0: the rules decide. */
    Map<Collective, Choice> forced() {
        Collective kind = Collective.of(collective);
        return kind == null || choice.algorithm() == null ? Map.of() : Map.of(kind, choice);
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
