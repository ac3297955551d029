package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Posix;
import org.strata.opal.sys.ProcessMemory;
import org.strata.verbs.SendWr;
import org.strata.verbs.Sge;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.segment.Atomics;
import org.strata.verbs.soft.segment.Site;

/**
 * Moves the payload of one request between this process and the target, piece by piece: by a plain
 * copy when the target's memory is mapped here, else by one system call, else (the system refuses)
 * through a {@link Bounce}, which needs the target's help. After a wait it continues where it
 * stopped. Its caller has checked the keys. Tier 1; one per queue pair.
 */
final class Payload {
    private static final int ENOSYS = 38;

    private final SoftDevice device;

    /** Moves what is written; null where bytes arrive in order. */
    private final ScrambledMoves scrambled;

    private ProcessMemory kernel;
    private Bounce bounce;
    private long done;

    Payload(SoftDevice device) {
        this.device = device;
        boolean ordered = !device.config().delivery().scrambled();
        this.scrambled = ordered ? null : new ScrambledMoves(device.nextDeliverySeed());
    }

    void start() {
        done = 0;
        if (scrambled != null) {
            scrambled.start();
        }
        if (bounce != null) {
            bounce.cancel();
        }
    }

    void free() {
        if (bounce != null) {
            bounce.free();
        }
    }

    /**
     * Writes the request's elements to remote elements.
     *
     * @param inOrder whether the last byte must become visible last
     * @return SUCCESS, REM_OP_ERR, or {@link Outcome}'s NO_ANSWER or AGAIN
     */
    int write(Site site, long wr, long remoteSges, long total, boolean inOrder) {
        return scrambled == null
                ? move(site, wr, remoteSges, total, true, inOrder)
                : scrambled.write(this, site, wr, remoteSges, total);
    }

    /**
     * Writes a part of the request's elements, as far as it lies in one element at both ends, in no
     * order.
     *
     * @return the bytes moved, 0 when the caller must retry, or negative errno
     */
    long part(Site site, long wr, long remoteSges, long from, long length) {
        long local = SendWr.sgListAt(wr);
        long localAt = from;
        while (localAt >= Sge.length(local)) {
            localAt -= Sge.length(local);
            local += Sge.BYTES;
        }
        long remote = remoteSges;
        long remoteAt = from;
        while (remoteAt >= Sge.length(remote)) {
            remoteAt -= Sge.length(remote);
            remote += Sge.BYTES;
        }
        long here = Sge.address(local) + localAt;
        long there = Sge.address(remote) + remoteAt;
        long room = Math.min(Sge.length(local) - localAt, Sge.length(remote) - remoteAt);
        return piece(site, Sge.lkey(remote), here, there, Math.min(length, room), true, false);
    }

    /** Reads remote elements into the request's; otherwise as {@link #write}. */
    int read(Site site, long wr, long remoteSges, long total) {
        return move(site, wr, remoteSges, total, false, false);
    }

    private int move(
            Site site, long wr, long remoteSges, long total, boolean write, boolean inOrder) {
        long local = SendWr.sgListAt(wr);
        long remote = remoteSges;
        long localAt = done;
        long remoteAt = done;
        while (done < total) {
            while (localAt >= Sge.length(local)) {
                localAt -= Sge.length(local);
                local += Sge.BYTES;
            }
            while (remoteAt >= Sge.length(remote)) {
                remoteAt -= Sge.length(remote);
                remote += Sge.BYTES;
            }
            long length = Math.min(Sge.length(local) - localAt, Sge.length(remote) - remoteAt);
            length = Math.min(length, total - done);
            boolean last = inOrder && done + length == total;
            long here = Sge.address(local) + localAt;
            long there = Sge.address(remote) + remoteAt;
            long moved = piece(site, Sge.lkey(remote), here, there, length, write, last);
            if (moved <= 0) {
                return outcome(site, moved);
            }
            done += moved;
            localAt += moved;
            remoteAt += moved;
        }
        return WcStatus.SUCCESS;
    }

    /** Returns the bytes moved, 0 when the caller must retry, or negative errno. */
    private long piece(
            Site site, int key, long here, long there, long length, boolean write, boolean last) {
        long mapped = site.mapped(key, there, length);
        if (mapped != 0) {
            if (!write) {
                Memory.copy(mapped, here, length);
            } else if (last) {
                copyInOrder(here, mapped, length);
            } else {
                Memory.copy(here, mapped, length);
            }
            return length;
        }
        if (!site.refusesCopies()) {
            long moved = copy(site.pid(), here, there, length, write, last);
            if (moved != -Posix.EPERM && moved != -ENOSYS) {
                return moved;
            }
            site.refuseCopies();
        }
        return bounce().move(site, key, here, there, length, write);
    }

    private long copy(int pid, long here, long there, long length, boolean write, boolean last) {
        if (kernel == null) {
            kernel = new ProcessMemory(device.arena());
        }
        if (!write) {
            return kernel.read(pid, there, here, length);
        }
        return last
                ? kernel.writeInOrder(pid, there, here, length)
                : kernel.write(pid, there, here, length);
    }

    private Bounce bounce() {
        if (bounce == null) {
            bounce = new Bounce(device);
        }
        return bounce;
    }

    /**
     * Copies so that the last byte becomes visible last: a peer that polls for it finds all others.
     * A peer never sees a part of an aligned word: where the range ends with one, that word is one
     * store, after all before it. Otherwise only the last byte is.
     */
    static void copyInOrder(long source, long target, long length) {
        if ((target + length & 7) == 0 && length >= Long.BYTES) {
            long before = length - Long.BYTES;
            // Pairs with the owner's poll of the last word, as FixedBottomReceive.poll: guards the
            // payload.
            copyWords(source, target, before);
            Memory.putLongRelease(target + before, Memory.getLong(source + before));
        } else {
            long before = length - 1;
            copyWords(source, target, before);
            Memory.releaseFence();
            Memory.putByte(target + before, Memory.getByte(source + before));
        }
    }

    /** Copies what is before and behind whole aligned words of the target for itself. */
    private static void copyWords(long source, long target, long length) {
        if ((target | length) % Long.BYTES == 0) {
            if (length > 0) {
                Memory.copy(source, target, length);
            }
            return;
        }
        long head = Math.min(length, -target & 7);
        long words = length - head & -Long.BYTES;
        Memory.copy(source, target, head);
        Memory.copy(source + head, target + head, words);
        long done = head + words;
        Memory.copy(source + done, target + done, length - done);
    }

    /**
     * Executes an atomic; its old value goes to the request's element. Returns as {@link #write}.
     */
    int atomic(Site site, long wr, int opcode, long there, int key) {
        boolean swap = opcode == WrOpcode.ATOMIC_CMP_AND_SWP;
        long operand = SendWr.compareAddAt(wr);
        long result = Sge.address(SendWr.sgListAt(wr));
        long at = site.mappedByAll(key, there);
        if (at != 0) {
            Memory.putLong(result, Atomics.direct(at, swap, operand, SendWr.swapAt(wr)));
            return WcStatus.SUCCESS;
        }
        if (site.refusesCopies()) {
            long moved =
                    bounce().atomic(site, key, there, swap, operand, SendWr.swapAt(wr), result);
            return moved > 0 ? WcStatus.SUCCESS : outcome(site, moved);
        }
        Atomics.lock(site.header());
        long rc = locked(site, there, swap, operand, SendWr.swapAt(wr), result);
        Atomics.unlock(site.header());
        if (rc == -Posix.EPERM || rc == -ENOSYS) {
            site.refuseCopies();
            return Outcome.AGAIN;
        }
        return rc > 0 ? WcStatus.SUCCESS : outcome(site, rc);
    }

    /** Reads, changes and writes the value under the owner's lock for atomics. */
    private long locked(
            Site site, long there, boolean swap, long operand, long value, long result) {
        if (site.sameProcess()) {
            Memory.putLong(result, Atomics.direct(there, swap, operand, value));
            return Long.BYTES;
        }
        long rc = copy(site.pid(), result, there, Long.BYTES, false, false);
        if (rc <= 0) {
            return rc;
        }
        long old = Memory.getLong(result);
        long changed = Atomics.changed(old, swap, operand, value);
        if (changed != old) {
            // The result's memory has the new value for a moment, under the pair's latch.
            Memory.putLong(result, changed);
            rc = copy(site.pid(), result, there, Long.BYTES, true, false);
            Memory.putLong(result, old);
        }
        return rc;
    }

    /** Returns what a move that did not finish means: AGAIN, NO_ANSWER or REM_OP_ERR. */
    static int outcome(Site site, long rc) {
        if (rc == 0) {
            return Outcome.AGAIN;
        }
        if (rc == -Posix.ESRCH) {
            site.markDead();
            return Outcome.NO_ANSWER;
        }
        return WcStatus.REM_OP_ERR;
    }
}
