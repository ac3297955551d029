package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Posix;
import org.strata.verbs.soft.segment.Atomics;
import org.strata.verbs.soft.segment.Site;

/**
 * Moves payload to and from memory of a process that the system does not let this one access
 * (ptrace is refused): through a staging block in this device's segment, which the memory's owner,
 * or its engine, copies when it polls. Each queue pair has one block and moves one piece at a time.
 */
final class Bounce {
    /** Payload bytes of one piece. */
    static final int CAPACITY = 1 << 16;

    static final int IDLE = 0;
    static final int REQUESTED = 1;
    static final int SERVED = 2;

    static final int WRITE = 0;
    static final int READ = 1;
    static final int SWAP = 2;
    static final int ADD = 3;

    static final int STATE = 0;
    static final int OPERATION = 4;
    static final int KEY = 8;
    static final int RESULT = 12;
    static final int REMOTE = 16;
    static final int LENGTH = 24;
    static final int OPERAND = 32;
    static final int VALUE = 40;
    static final int DATA = 64;

    private final SoftDevice device;
    private long block;
    private boolean cancelled;

    Bounce(SoftDevice device) {
        this.device = device;
    }

    /** Cancels the piece that is under way. */
    void cancel() {
        // Pairs with Bounce.serve.
        cancelled = block != 0 && Memory.getIntAcquire(block + STATE) != IDLE;
    }

    /** Frees the block, unless the owner may still copy it: then it is never used again. */
    void free() {
        // Pairs with Bounce.serve: the owner does not copy any more.
        if (block != 0 && Memory.getIntAcquire(block + STATE) != REQUESTED) {
            device.segment().free(block, DATA + CAPACITY);
        }
        block = 0;
    }

    /**
     * Moves the next piece; returns the bytes moved, 0 while it is under way, or negative errno.
     */
    long move(Site site, int key, long here, long there, long length, boolean write) {
        int part = (int) Math.min(length, CAPACITY);
        if (idle()) {
            if (write) {
                Memory.copy(here, block + DATA, part);
            }
            request(site, write ? WRITE : READ, key, there, part);
        }
        long moved = result();
        if (moved > 0 && !write) {
            Memory.copy(block + DATA, here, moved);
        }
        return moved;
    }

    /** Executes an atomic; returns as {@link #move}. */
    long atomic(
            Site site, int key, long there, boolean swap, long operand, long value, long result) {
        if (idle()) {
            Memory.putLong(block + OPERAND, operand);
            Memory.putLong(block + VALUE, value);
            request(site, swap ? SWAP : ADD, key, there, Long.BYTES);
        }
        long moved = result();
        if (moved > 0) {
            Memory.putLong(result, Memory.getLong(block + DATA));
        }
        return moved;
    }

    /** Allocates the block if needed; returns whether it is free for a request. */
    private boolean idle() {
        if (block == 0) {
            block = device.segment().allocate(DATA + CAPACITY, 64);
            return block != 0;
        }
        // Pairs with Bounce.serve: the block may be written again.
        int state = Memory.getIntAcquire(block + STATE);
        if (cancelled && state != REQUESTED) {
            cancelled = false;
            Memory.putInt(block + STATE, IDLE);
            return true;
        }
        return state == IDLE;
    }

    private void request(Site site, int operation, int key, long there, int length) {
        Memory.putInt(block + OPERATION, operation);
        Memory.putInt(block + KEY, key);
        Memory.putLong(block + REMOTE, there);
        Memory.putLong(block + LENGTH, length);
        // Pairs with CqRing.peek in HelpRequests.serveAll, by the ring of requests: guards the
        // block.
        Memory.putIntRelease(block + STATE, REQUESTED);
        if (!site.request(device.number(), block - device.segment().base())) {
            Memory.putInt(block + STATE, IDLE);
        }
    }

    private long result() {
        if (block == 0) {
            return -Posix.ENOMEM;
        }
        // Pairs with Bounce.serve: guards result and data.
        if (cancelled || Memory.getIntAcquire(block + STATE) != SERVED) {
            return 0;
        }
        Memory.putInt(block + STATE, IDLE);
        return Memory.getInt(block + RESULT);
    }

    /**
     * Serves a peer's request in this process's memory.
     *
     * @param self the owner of the memory: this process
     * @param at address of the block
     */
    static void serve(Site self, long at) {
        int key = Memory.getInt(at + KEY);
        long address = Memory.getLong(at + REMOTE);
        long length = Memory.getLong(at + LENGTH);
        int result = -Posix.EFAULT;
        if (length > 0 && length <= CAPACITY && self.covers(key, address, length)) {
            perform(self, at, address, (int) length);
            result = (int) length;
        }
        Memory.putInt(at + RESULT, result);
        // Pairs with Bounce.result: data and result are in the block.
        Memory.putIntRelease(at + STATE, SERVED);
    }

    private static void perform(Site self, long at, long address, int length) {
        int operation = Memory.getInt(at + OPERATION);
        switch (operation) {
            case WRITE -> Payload.copyInOrder(at + DATA, address, length);
            case READ -> Memory.copy(address, at + DATA, length);
            default -> {
                long operand = Memory.getLong(at + OPERAND);
                long value = Memory.getLong(at + VALUE);
                Atomics.lock(self.header());
                long old = Atomics.direct(address, operation == SWAP, operand, value);
                Atomics.unlock(self.header());
                Memory.putLong(at + DATA, old);
            }
        }
    }
}
