package org.strata.opal.datatype;

import java.util.ArrayList;
import java.util.List;

/**
 * A datatype as MPI 3.1 §4.1 defines it: the list of its basic elements and bound markers, with
 * displacements, in the order of packing. Nothing is clever here: it is what the layouts are tested
 * against.
 */
record TypeMap(List<Entry> entries, List<Long> lowerMarkers, List<Long> upperMarkers) {
    /** A basic element. */
    record Entry(long at, int size, int alignment) {}

    static TypeMap basic(int size, int alignment) {
        return new TypeMap(List.of(new Entry(0, size, alignment)), List.of(), List.of());
    }

    /** Returns the union of copies of types, each at its displacement. */
    static TypeMap union(List<TypeMap> types, List<Long> displacements) {
        TypeMap all = new TypeMap(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < types.size(); i++) {
            long by = displacements.get(i);
            types.get(i)
                    .entries
                    .forEach(e -> all.entries.add(new Entry(e.at + by, e.size, e.alignment)));
            types.get(i).lowerMarkers.forEach(m -> all.lowerMarkers.add(m + by));
            types.get(i).upperMarkers.forEach(m -> all.upperMarkers.add(m + by));
        }
        return all;
    }

    static TypeMap repeat(long count, long stride, TypeMap type) {
        List<TypeMap> types = new ArrayList<>();
        List<Long> displacements = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            types.add(type);
            displacements.add(i * stride);
        }
        return union(types, displacements);
    }

    static TypeMap contiguous(long count, TypeMap type) {
        return repeat(count, type.extent(), type);
    }

    TypeMap resized(long lower, long extent) {
        return new TypeMap(entries, List.of(lower), List.of(lower + extent));
    }

    long size() {
        return entries.stream().mapToLong(Entry::size).sum();
    }

    int alignment() {
        return entries.stream().mapToInt(Entry::alignment).max().orElse(1);
    }

    long trueLower() {
        return entries.stream().mapToLong(Entry::at).min().orElse(0);
    }

    long trueUpper() {
        return entries.stream().mapToLong(e -> e.at + e.size).max().orElse(0);
    }

    long lower() {
        return lowerMarkers.stream().mapToLong(Long::longValue).min().orElse(trueLower());
    }

    long upper() {
        if (!upperMarkers.isEmpty()) {
            return upperMarkers.stream().mapToLong(Long::longValue).max().orElseThrow();
        }
        long extent = trueUpper() - lower();
        long alignment = alignment();
        return lower() + (extent + alignment - 1) / alignment * alignment;
    }

    long extent() {
        return upper() - lower();
    }

    /** Returns the displacement of each byte, in the order of packing. */
    long[] bytes() {
        return entries.stream()
                .flatMapToLong(e -> java.util.stream.LongStream.range(e.at, e.at + e.size))
                .toArray();
    }
}
