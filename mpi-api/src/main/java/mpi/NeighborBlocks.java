package mpi;

import java.util.Arrays;

/**
 * The blocks of a buffer, one per neighbour.
 *
 * @param displs in extents; null when the same block goes to all
 */
record NeighborBlocks(Object buf, int[] counts, long[] displs, Datatype type) {
    /** Returns blocks at the program's places; its arrays may be missing. */
    static NeighborBlocks at(Blocks blocks) {
        int[] displs = blocks.displs();
        long[] places = displs == null ? null : Arrays.stream(displs).asLongStream().toArray();
        return new NeighborBlocks(blocks.buf(), blocks.counts(), places, blocks.type());
    }

    /** Returns one block for all neighbours. */
    static NeighborBlocks toEach(Elements block, int neighbors) {
        return new NeighborBlocks(block.buf(), same(neighbors, block), null, block.type());
    }

    /** Returns blocks of one size that follow each other. */
    static NeighborBlocks inOrder(Elements block, int neighbors) {
        long[] displs = new long[neighbors];
        for (int i = 0; i < neighbors; i++) {
            displs[i] = (long) i * block.count();
        }
        return new NeighborBlocks(block.buf(), same(neighbors, block), displs, block.type());
    }

    private static int[] same(int neighbors, Elements block) {
        int[] counts = new int[neighbors];
        Arrays.fill(counts, block.count());
        return counts;
    }

    /** Returns the block of a neighbour. */
    ElementBlock of(int i) {
        long displacement = displs == null ? 0 : Buffers.place(displs[i], type.layout());
        return new ElementBlock(buf, displacement, counts[i], type);
    }
}
