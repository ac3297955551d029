package org.strata.opal.datatype;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

import java.util.ArrayList;
import java.util.List;

/** Random datatypes of any nesting, each as a layout and as a type map. */
final class Shapes {
    private static final int LARGEST = 600;

    private Shapes() {}

    /** The same datatype twice. */
    record Shape(String text, DataLayout layout, TypeMap map) {
        @Override
        public String toString() {
            return text;
        }
    }

    static Arbitrary<Shape> any() {
        return nested(3).filter(s -> s.map.entries().size() <= LARGEST);
    }

    private static Arbitrary<Shape> nested(int depth) {
        if (depth == 0) {
            return basic();
        }
        Arbitrary<Shape> child = nested(depth - 1).filter(s -> s.map.size() <= LARGEST);
        return Arbitraries.oneOf(
                basic(),
                contiguous(child),
                vector(child),
                indexed(child),
                struct(child),
                resized(child));
    }

    private static Arbitrary<Shape> basic() {
        return Arbitraries.of(1, 2, 4, 8, 16).map(Shapes::basic);
    }

    private static Shape basic(int size) {
        int alignment = Math.min(size, 8);
        return new Shape(
                "b" + size, DataLayouts.basic(size, alignment), TypeMap.basic(size, alignment));
    }

    private static Arbitrary<Long> count() {
        return Arbitraries.longs().between(0, 4);
    }

    private static Arbitrary<Shape> contiguous(Arbitrary<Shape> child) {
        return Combinators.combine(count(), child)
                .as((n, c) ->
                        new Shape(
                                "contiguous(" + n + ", " + c + ")",
                                DataLayouts.contiguous(n, c.layout),
                                TypeMap.contiguous(n, c.map)));
    }

    private static Arbitrary<Shape> vector(Arbitrary<Shape> child) {
        Arbitrary<Long> stride = Arbitraries.longs().between(-64, 64);
        return Combinators.combine(count(), count(), stride, child).as(Shapes::vector);
    }

    private static Shape vector(long n, long block, long stride, Shape c) {
        return new Shape(
                "hvector(%d, %d, %d, %s)".formatted(n, block, stride, c),
                DataLayouts.hvector(n, block, stride, c.layout),
                TypeMap.repeat(n, stride, TypeMap.contiguous(block, c.map)));
    }

    /** One block of an indexed or struct type. */
    private record Block(long length, long at, Shape type) {}

    private static Arbitrary<List<Block>> blocks(Arbitrary<Shape> child) {
        Arbitrary<Long> at = Arbitraries.longs().between(-100, 100);
        return Combinators.combine(count(), at, child).as(Block::new).list().ofMaxSize(4);
    }

    private static Arbitrary<Shape> indexed(Arbitrary<Shape> child) {
        return Combinators.combine(blocks(basic()), child)
                .as((blocks, c) -> {
                    long[] lengths = blocks.stream().mapToLong(Block::length).toArray();
                    long[] places = blocks.stream().mapToLong(Block::at).toArray();
                    List<TypeMap> maps = new ArrayList<>();
                    blocks.forEach(b -> maps.add(TypeMap.contiguous(b.length, c.map)));
                    return new Shape(
                            "hindexed(" + blocks + ", " + c + ")",
                            DataLayouts.hindexed(lengths, places, c.layout),
                            TypeMap.union(maps, blocks.stream().map(Block::at).toList()));
                });
    }

    private static Arbitrary<Shape> struct(Arbitrary<Shape> child) {
        return blocks(child)
                .map(blocks -> {
                    long[] lengths = blocks.stream().mapToLong(Block::length).toArray();
                    long[] places = blocks.stream().mapToLong(Block::at).toArray();
                    DataLayout[] types =
                            blocks.stream().map(b -> b.type.layout).toArray(DataLayout[]::new);
                    List<TypeMap> maps = new ArrayList<>();
                    blocks.forEach(b -> maps.add(TypeMap.contiguous(b.length, b.type.map)));
                    return new Shape(
                            "struct(" + blocks + ")",
                            DataLayouts.struct(lengths, places, types),
                            TypeMap.union(maps, blocks.stream().map(Block::at).toList()));
                });
    }

    private static Arbitrary<Shape> resized(Arbitrary<Shape> child) {
        Arbitrary<Long> lower = Arbitraries.longs().between(-40, 40);
        Arbitrary<Long> extent = Arbitraries.longs().between(-40, 80);
        return Combinators.combine(child, lower, extent)
                .as((c, l, e) ->
                        new Shape(
                                "resized(%s, %d, %d)".formatted(c, l, e),
                                DataLayouts.resized(c.layout, l, e),
                                c.map.resized(l, e)));
    }
}
