package org.strata.btl.shm;

import org.strata.mca.base.HelpCatalogue;
import org.strata.mca.base.Output;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Posix;
import org.strata.opal.sys.ProcessMemory;

import java.lang.foreign.Arena;
import java.util.function.BooleanSupplier;

/**
 * Copies between this process's native memory and a peer's without the peer's help: by the kernel,
 * or directly where both ranks live in one process. Tier 2.
 *
 * <p>The first long message to a peer finds out whether the kernel permits it, by reading the
 * peer's nonce: that also proves that the process id means the same process here as there. After a
 * refusal messages go through fragments, and one rank per node prints a warning.
 */
final class SingleCopy {
    private final boolean enabled;
    private final ShmAddress self;
    private final long ownHeader;
    private final Output output;
    private final BooleanSupplier claimWarning;
    private final Arena arena = Arena.ofShared();
    private final long probe = Memory.allocate(arena, 2 * Long.BYTES, Long.BYTES);

    /** Made for the first peer that is not in this process: many programs send nothing long. */
    private ProcessMemory calls;

    private boolean warned;

    /**
     * @param enabled whether to try at all
     * @param self what this rank publishes of itself
     * @param ownHeader address of this rank's segment
     * @param output prints, once, that the kernel refuses
     * @param claimWarning called once: returns whether no other rank of the node has printed it
     */
    SingleCopy(
            boolean enabled,
            ShmAddress self,
            long ownHeader,
            Output output,
            BooleanSupplier claimWarning) {
        this.enabled = enabled;
        this.self = self;
        this.ownHeader = ownHeader;
        this.output = output;
        this.claimWarning = claimWarning;
    }

    /** Returns how a peer's memory is reached; the first call finds out. */
    CopyWay way(ShmEndpoint peer) {
        if (peer.copyWay == CopyWay.UNKNOWN) {
            peer.copyWay = enabled ? find(peer) : CopyWay.REFUSED;
        }
        return peer.copyWay;
    }

    /** Returns whether the peer can read this rank's memory: no refusal is noted in its segment. */
    boolean peerReads(ShmEndpoint peer) {
        long refused = peer.segment.address() + SegmentLayout.COPY_REFUSED;
        // Pairs with SingleCopy.refused of the peer.
        return Memory.getIntAcquire(refused) == 0;
    }

    private CopyWay find(ShmEndpoint peer) {
        ShmAddress card = peer.card;
        boolean sameSpace = card.pidNamespace().equals(self.pidNamespace());
        if (sameSpace && card.pid() == self.pid()) {
            return CopyWay.DIRECT;
        }
        if (calls == null) {
            calls = new ProcessMemory(arena);
        }
        long nonce = card.header() + SegmentLayout.NONCE;
        long rc = calls.read(card.pid(), nonce, probe, 2 * Long.BYTES);
        if (rc < 0) {
            return refused(peer, "errno " + -rc + hint(rc));
        }
        boolean proven =
                Memory.getLong(probe) == card.nonce()
                        && Memory.getLong(probe + Long.BYTES) == card.nonce2();
        return proven ? CopyWay.KERNEL : refused(peer, "process ids differ between containers");
    }

    private static String hint(long rc) {
        return rc == -Posix.EPERM ? ", not permitted: see ptrace_scope, containers" : "";
    }

    private CopyWay refused(ShmEndpoint peer, String why) {
        // Pairs with SingleCopy.peerReads.
        Memory.putIntVolatile(ownHeader + SegmentLayout.COPY_REFUSED, 1);
        if (!warned) {
            warned = true;
            HelpCatalogue texts = HelpCatalogue.of(SingleCopy.class);
            String text = texts.text("copy-refused", peer.peer(), why);
            if (claimWarning.getAsBoolean()) {
                output.warn(text);
            } else {
                output.verbose("btl", 10, text);
            }
        }
        return CopyWay.REFUSED;
    }

    /** Reads a peer's memory: OK, NOT_AVAILABLE when refused, or why it failed. */
    int read(ShmEndpoint peer, long remote, long local, long length) {
        return switch (way(peer)) {
            case DIRECT -> copied(remote, local, length);
            case KERNEL -> result(peer, calls.read(peer.card.pid(), remote, local, length));
            default -> Rc.NOT_AVAILABLE;
        };
    }

    /** Writes a peer's memory; otherwise as {@link #read}. */
    int write(ShmEndpoint peer, long remote, long local, long length) {
        return switch (way(peer)) {
            case DIRECT -> copied(local, remote, length);
            case KERNEL -> written(calls.write(peer.card.pid(), remote, local, length));
            default -> Rc.NOT_AVAILABLE;
        };
    }

    private static int copied(long source, long target, long length) {
        Memory.copy(source, target, length);
        return Rc.OK;
    }

    /** A write that fails says nothing of reads, on which offers depend: only this one fails. */
    private static int written(long rc) {
        if (rc >= 0) {
            return Rc.OK;
        }
        return rc == -Posix.ESRCH ? Rc.LINK_FAILED : Rc.NOT_AVAILABLE;
    }

    /** Rights may be withdrawn during a run: messages then go through fragments. */
    private int result(ShmEndpoint peer, long rc) {
        if (rc >= 0) {
            return Rc.OK;
        }
        if (rc == -Posix.ESRCH) {
            return Rc.LINK_FAILED;
        }
        if (rc == -Posix.EFAULT) {
            // This memory cannot be read: a program has freed it too early. Other memory can.
            return Rc.NOT_AVAILABLE;
        }
        peer.copyWay = refused(peer, "errno " + -rc + hint(rc));
        return Rc.NOT_AVAILABLE;
    }

    void close() {
        arena.close();
    }
}
