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
 * <p>Whether the kernel lets us is found out with the first long message to a peer, by reading the
 * peer's nonce: that also proves that the process id means the same process here as there. A
 * refusal is said once per node; the messages then go through fragments.
 */
final class SingleCopy {
    /** How a peer's memory is reached. */
    enum Way {
        /** Not tried yet. */
        UNKNOWN,
        /** Both ranks live in this process. */
        DIRECT,
        /** By process_vm_readv and process_vm_writev. */
        KERNEL,
        /** Not at all. */
        REFUSED
    }

    private final boolean enabled;
    private final ShmAddress self;
    private final long ownHeader;
    private final Output output;
    private final BooleanSupplier firstOnNode;
    private final Arena arena = Arena.ofShared();
    private final ProcessMemory calls = new ProcessMemory(arena);
    private final long probe = Memory.allocate(arena, 2 * Long.BYTES, Long.BYTES);
    private boolean said;

    /**
     * @param enabled false when it shall not even be tried
     * @param self this rank's card
     * @param ownHeader where this rank's segment starts
     * @param output hears, once, that the kernel refuses
     * @param firstOnNode asked once: returns whether no other rank of the node has said it
     */
    SingleCopy(
            boolean enabled,
            ShmAddress self,
            long ownHeader,
            Output output,
            BooleanSupplier firstOnNode) {
        this.enabled = enabled;
        this.self = self;
        this.ownHeader = ownHeader;
        this.output = output;
        this.firstOnNode = firstOnNode;
    }

    /** Returns how a peer's memory is reached, finding out at first. */
    Way way(ShmEndpoint peer) {
        if (peer.copyWay == Way.UNKNOWN) {
            peer.copyWay = enabled ? find(peer) : Way.REFUSED;
        }
        return peer.copyWay;
    }

    /** Returns whether the peer will read this rank's memory, as far as it has said. */
    boolean peerReads(ShmEndpoint peer) {
        long refused = peer.segment.address() + SegmentLayout.COPY_REFUSED;
        return Memory.getIntAcquire(refused) == 0;
    }

    private Way find(ShmEndpoint peer) {
        ShmAddress card = peer.card;
        boolean sameSpace = card.pidNamespace().equals(self.pidNamespace());
        if (sameSpace && card.pid() == self.pid()) {
            return Way.DIRECT;
        }
        long nonce = card.header() + SegmentLayout.NONCE;
        long rc = calls.read(card.pid(), nonce, probe, 2 * Long.BYTES);
        if (rc < 0) {
            return refused(peer, "errno " + -rc + hint(rc));
        }
        boolean proven =
                Memory.getLong(probe) == card.nonce()
                        && Memory.getLong(probe + Long.BYTES) == card.nonce2();
        return proven ? Way.KERNEL : refused(peer, "process ids differ between containers");
    }

    private static String hint(long rc) {
        return rc == -Posix.EPERM ? ", not permitted: see ptrace_scope, containers" : "";
    }

    private Way refused(ShmEndpoint peer, String why) {
        Memory.putIntVolatile(ownHeader + SegmentLayout.COPY_REFUSED, 1);
        if (!said) {
            said = true;
            HelpCatalogue texts = HelpCatalogue.of(SingleCopy.class);
            String text = texts.text("copy-refused", peer.peer(), why);
            if (firstOnNode.getAsBoolean()) {
                output.warn(text);
            } else {
                output.verbose("btl", 10, text);
            }
        }
        return Way.REFUSED;
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
            case KERNEL -> result(peer, calls.write(peer.card.pid(), remote, local, length));
            default -> Rc.NOT_AVAILABLE;
        };
    }

    private static int copied(long source, long target, long length) {
        Memory.copy(source, target, length);
        return Rc.OK;
    }

    /** Rights may be withdrawn in the middle of a run: what cannot be copied goes another way. */
    private int result(ShmEndpoint peer, long rc) {
        if (rc >= 0) {
            return Rc.OK;
        }
        if (rc == -Posix.ESRCH) {
            return Rc.LINK_FAILED;
        }
        peer.copyWay = refused(peer, "errno " + -rc + hint(rc));
        return Rc.NOT_AVAILABLE;
    }

    void close() {
        arena.close();
    }
}
