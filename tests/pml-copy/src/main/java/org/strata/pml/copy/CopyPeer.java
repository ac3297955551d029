package org.strata.pml.copy;

import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.PeerProcess;

import java.util.ArrayDeque;

/** One peer process: the link to it, and what waits for a resource of that link. */
final class CopyPeer extends PeerProcess {
    private static final Descriptor.Callback FREE = (btl, descriptor, rc) -> btl.free(descriptor);

    /** The link; null when there is none. */
    final BtlLink link;

    /** Why operations with the peer end, or OK while it can be reached. */
    int loss = Rc.OK;

    private final ArrayDeque<CopyWork> waiting = new ArrayDeque<>();

    /** Messages that have not begun, because the peer asked to pause. */
    private final ArrayDeque<CopyWork> postponed = new ArrayDeque<>();

    CopyPeer(BmlEndpoint links) {
        super(links.peer);
        link = links.reachable() ? links.eager[0] : null;
    }

    /** Returns the longest message that a MATCH packet carries. */
    int eagerPayload() {
        return link.attributes.eagerLimit() - MatchHeader.LENGTH;
    }

    /** Does some work now, or queues it behind what waits already. */
    void submit(CopyWork work) {
        if (loss != Rc.OK) {
            work.abandon(loss);
        } else if (!waiting.isEmpty() || !work.attempt()) {
            waiting.add(work);
        }
    }

    /** Begins a message, now or when the peer lets this rank send. */
    void begin(CopyWork message) {
        if (paused && loss == Rc.OK) {
            postponed.add(message);
        } else {
            submit(message);
        }
    }

    /**
     * The peer has said what it lets this rank send. A message that waits for a resource must not
     * begin now either: it would go as a header, and its send would wait for the receive.
     */
    void onFlow() {
        if (paused) {
            waiting.stream().filter(CopyWork::begins).forEach(postponed::add);
            waiting.removeIf(CopyWork::begins);
        }
        while (!paused && !postponed.isEmpty()) {
            submit(postponed.poll());
        }
    }

    /** Removes work that has ended without being done. */
    void remove(CopyWork work) {
        waiting.remove(work);
        postponed.remove(work);
    }

    boolean idle() {
        return waiting.isEmpty() && postponed.isEmpty();
    }

    /** Tries what waits, in order, until a resource is missing; returns how much was done. */
    int progress() {
        int done = 0;
        for (int tries = waiting.size(); tries > 0; tries--) {
            CopyWork work = waiting.poll();
            if (!work.attempt()) {
                waiting.addFirst(work);
                break;
            }
            done++;
        }
        return done;
    }

    /** Ends what waits: no message reaches the peer any more. */
    void lose(int rc) {
        loss = rc;
        waiting.addAll(postponed);
        postponed.clear();
        while (!waiting.isEmpty()) {
            waiting.poll().abandon(rc);
        }
    }

    /** Sends a descriptor with copied data; it is freed whatever happens. */
    int sendCopied(Descriptor descriptor, int type) {
        descriptor.callback = FREE;
        int rc = link.btl.send(link.endpoint, descriptor, CopyPackets.btlTag(type));
        if (rc != Rc.OK) {
            link.btl.free(descriptor);
        }
        return rc;
    }

    /** Sends a packet of three words. */
    int sendWords(int type, long first, long second, long third) {
        Descriptor descriptor = link.btl.alloc(link.endpoint, CopyPackets.CONTROL_LENGTH);
        if (descriptor == null) {
            return Rc.NO_RESOURCE;
        }
        CopyPackets.putWord(descriptor.address, 0, first);
        CopyPackets.putWord(descriptor.address, 1, second);
        CopyPackets.putWord(descriptor.address, 2, third);
        return sendCopied(descriptor, type);
    }

    /** Sends a packet of three words now or later. */
    void control(int type, long first, long second, long third) {
        submit(
                new CopyWork() {
                    @Override
                    public boolean attempt() {
                        return sendWords(type, first, second, third) != Rc.NO_RESOURCE;
                    }

                    @Override
                    public void abandon(int rc) {}
                });
    }
}
