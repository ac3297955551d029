package mpi;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Native memory for copies of messages, while they are checked ({@code mpi_check}). Released blocks
 * are used again and never freed: links may keep registrations of them. Inside the bracket.
 */
final class CopyPool {
    private static final int LEAST = 8;

    /** Free blocks by the logarithm of their length. */
    private final Deque<?>[] free = new Deque<?>[Long.SIZE];

    /**
     * A block of memory.
     *
     * @param address its native address, a multiple of 64
     * @param order logarithm of its bytes
     */
    record Block(long address, int order) {}

    /** Returns a block of at least so many bytes, with any contents. */
    Block acquire(long bytes) {
        int order = Math.max(LEAST, Long.SIZE - Long.numberOfLeadingZeros(bytes - 1));
        Block block = queue(order).poll();
        return block != null
                ? block
                : new Block(Memory.allocate(Arena.global(), 1L << order, 64), order);
    }

    void release(Block block) {
        queue(block.order()).push(block);
    }

    @SuppressWarnings("unchecked") // Only this method fills the array.
    private Deque<Block> queue(int order) {
        if (free[order] == null) {
            free[order] = new ArrayDeque<Block>();
        }
        return (Deque<Block>) free[order];
    }
}
