package org.strata.coll.base;

import java.util.Arrays;

/**
 * One rank's place in a tree over all ranks. Every subtree of a child is a run of consecutive ranks
 * (counted from the root around) except in {@link #complete}; {@link #below} are the children whose
 * ranks are before the node's, nearest first, {@link #above} those after it, nearest first.
 *
 * @param parent rank of the parent, -1 at the root
 * @param below children with lower ranks; only in-order trees have any
 * @param above children with higher ranks
 */
@SuppressWarnings("ArrayRecordComponent")
public record Tree(int parent, int[] below, int[] above) {
    private static final int[] NONE = {};

    /** Up to {@code fanout} chains of ranks hang from the root; one chain is a pipeline. */
    public static Tree chain(int rank, int size, int root, int fanout) {
        int place = (rank - root + size) % size;
        int chains = Math.min(fanout, size - 1);
        if (place == 0) {
            int[] heads = new int[chains];
            for (int i = 0; i < chains; i++) {
                heads[i] = (root + chainStart(i, chains, size)) % size;
            }
            return new Tree(-1, NONE, heads);
        }
        int chain = 0;
        while (chain + 1 < chains && chainStart(chain + 1, chains, size) <= place) {
            chain++;
        }
        boolean head = place == chainStart(chain, chains, size);
        int end = chain + 1 < chains ? chainStart(chain + 1, chains, size) : size;
        int parent = head ? root : (rank + size - 1) % size;
        return new Tree(parent, NONE, place + 1 < end ? new int[] {(rank + 1) % size} : NONE);
    }

    private static int chainStart(int chain, int chains, int size) {
        int each = (size - 1) / chains;
        return 1 + chain * each + Math.min(chain, (size - 1) % chains);
    }

    /** A complete tree with {@code fanout} children per node, laid out like a heap. */
    public static Tree complete(int rank, int size, int root, int fanout) {
        int place = (rank - root + size) % size;
        int parent = place == 0 ? -1 : ((place - 1) / fanout + root) % size;
        long first = (long) place * fanout + 1;
        int count = Math.clamp(size - first, 0, fanout);
        int[] children = new int[count];
        for (int i = 0; i < count; i++) {
            children[i] = (int) ((first + i + root) % size);
        }
        return new Tree(parent, NONE, children);
    }

    /** A binomial tree: child k of a node leads the 2^k ranks that start 2^k above it. */
    public static Tree binomial(int rank, int size, int root) {
        int place = (rank - root + size) % size;
        int[] children = new int[32];
        int count = 0;
        int mask = 1;
        while (mask < size && (place & mask) == 0) {
            if (place + mask < size) {
                children[count++] = (rank + mask) % size;
            }
            mask <<= 1;
        }
        int parent = place == 0 ? -1 : (place - mask + root) % size;
        return new Tree(parent, NONE, Arrays.copyOf(children, count));
    }

    /**
     * As {@link #binomial} to the base {@code radix}: a level has up to {@code radix - 1} children.
     */
    public static Tree knomial(int rank, int size, int root, int radix) {
        int place = (rank - root + size) % size;
        int[] children = new int[32 * (radix - 1)];
        int count = 0;
        long mask = 1;
        while (mask < size && place / mask % radix == 0) {
            for (int i = 1; i < radix && place + i * mask < size; i++) {
                children[count++] = (int) ((rank + i * mask) % size);
            }
            mask *= radix;
        }
        int parent = place == 0 ? -1 : (int) (place - place / mask % radix * mask + root) % size;
        return new Tree(parent, NONE, Arrays.copyOf(children, count));
    }

    /** A balanced binary tree in rank order under any root: for operations that do not commute. */
    public static Tree inOrder(int rank, int size, int root) {
        int low = 0;
        int high = size - 1;
        int parent = -1;
        int node = root;
        while (node != rank) {
            parent = node;
            if (rank < node) {
                high = node - 1;
            } else {
                low = node + 1;
            }
            node = (low + high) >>> 1;
        }
        int[] below = low < rank ? new int[] {(low + rank - 1) >>> 1} : NONE;
        int[] above = rank < high ? new int[] {(rank + 1 + high) >>> 1} : NONE;
        return new Tree(parent, below, above);
    }

    /** Returns the number of children. */
    public int children() {
        return below.length + above.length;
    }
}
