package org.strata.launcher.map;

import java.util.BitSet;
import java.util.stream.Collectors;

/** A set of processors, by the numbers the kernel gives them. Immutable. */
public final class CpuSet {
    /** Bound to nothing. */
    public static final CpuSet EMPTY = new CpuSet(new BitSet());

    private final BitSet bits;

    private CpuSet(BitSet bits) {
        this.bits = bits;
    }

    /** Returns the set of a mask as {@code sched_setaffinity} has it. */
    public static CpuSet ofMask(long[] mask) {
        return new CpuSet(BitSet.valueOf(mask));
    }

    /** Returns the set of a kernel list: {@code 0-3,8}. */
    public static CpuSet parse(String list) {
        BitSet bits = new BitSet();
        for (String range : list.strip().split(",", -1)) {
            if (!range.isEmpty()) {
                String[] ends = range.split("-", 2);
                int from = Integer.parseInt(ends[0]);
                // A range that ends before it starts is empty.
                bits.set(from, Math.max(from, Integer.parseInt(ends[ends.length - 1]) + 1));
            }
        }
        return new CpuSet(bits);
    }

    /** Returns the processors of both sets. */
    public CpuSet and(CpuSet other) {
        BitSet both = (BitSet) bits.clone();
        both.and(other.bits);
        return new CpuSet(both);
    }

    /** Returns whether there is no processor. */
    public boolean isEmpty() {
        return bits.isEmpty();
    }

    /** Returns whether a processor is in the set. */
    boolean contains(int cpu) {
        return bits.get(cpu);
    }

    /** Returns the processors in ascending order. */
    public int[] toArray() {
        return bits.stream().toArray();
    }

    /** Returns the mask for {@code sched_setaffinity}. */
    public long[] toMask() {
        return bits.toLongArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CpuSet set && set.bits.equals(bits);
    }

    @Override
    public int hashCode() {
        return bits.hashCode();
    }

    /** Returns the kernel's list form. */
    @Override
    public String toString() {
        return bits.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
    }
}
