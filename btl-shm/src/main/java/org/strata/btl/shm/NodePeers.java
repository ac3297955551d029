package org.strata.btl.shm;

import org.strata.mca.base.HelpCatalogue;
import org.strata.mca.base.Output;
import org.strata.mca.base.PeerCards;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.Doorbell;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;

/**
 * The ranks of this node, by their index on it. This rank maps a peer's segment when it first sends
 * to the peer or receives from it, and keeps it mapped: the peer's fast box lies in it.
 */
final class NodePeers {
    private final Oob oob;
    private final long timeoutMillis;
    private final Proc[] procs;
    private final ShmEndpoint[] endpoints;
    private final Proc me;
    private final Doorbell doorbell;
    private final EarlyPeers early;

    /** Whether announcements of a sleep by all peers contacted so far are fences for this rank. */
    private boolean fence = true;

    NodePeers(ProcessEnvironment environment, Oob oob, Output output, long timeoutMillis) {
        this.doorbell =
                new Doorbell(why ->
                        output.warn(HelpCatalogue.of(NodePeers.class).text("no-doorbell", why)));
        this.oob = oob;
        this.timeoutMillis = timeoutMillis;
        this.procs = environment.procs().stream().filter(Proc::local).toArray(this::byLocalRank);
        Arrays.sort(procs, (a, b) -> Integer.compare(a.localRank(), b.localRank()));
        this.endpoints = new ShmEndpoint[procs.length];
        this.me = environment.proc(environment.rank());
        this.early = new EarlyPeers(oob, procs, timeoutMillis);
    }

    /** Has all peers looked for before they are needed; this rank has published its own card. */
    void findEarly() {
        early.begin(me);
    }

    private Proc[] byLocalRank(int size) {
        return new Proc[size];
    }

    /** Returns this rank's index on the node. */
    int self() {
        return me.localRank();
    }

    /** Returns whether a process is of this rank's world: only their places are set up. */
    boolean has(Proc proc) {
        return proc.world() == me.world();
    }

    /** Returns the number of other ranks on the node. */
    int count() {
        return procs.length - 1;
    }

    /** Returns the endpoints by index on the node; null for ranks not yet contacted. */
    ShmEndpoint[] endpoints() {
        return endpoints;
    }

    /**
     * Returns whether a peer that this rank has contacted and that announces a sleep makes this
     * rank pass a fence.
     */
    boolean fence() {
        return fence;
    }

    /** Returns the endpoint of a rank, by its index on the node; null when it cannot be mapped. */
    ShmEndpoint get(int localRank, StringBuilder refusal) {
        ShmEndpoint known = endpoints[localRank];
        return known != null ? known : attach(procs[localRank], refusal);
    }

    /** Returns the address of another rank's sleep word; 0 when its segment cannot be mapped. */
    long sleepWord(int rank) {
        for (Proc proc : procs) {
            if (proc.rank() == rank && proc != me) {
                ShmEndpoint peer = get(proc.localRank(), new StringBuilder());
                return peer == null ? 0 : peer.sleepWord();
            }
        }
        return 0;
    }

    private ShmEndpoint attach(Proc peer, StringBuilder refusal) {
        try {
            EarlyPeers.Found found = early.take(peer.localRank());
            ShmAddress card = found != null ? found.card() : fetch(peer);
            if (!card.refusal().isEmpty()) {
                refusal.append("its shared memory is off: ").append(card.refusal());
                return null;
            }
            ShmSegment segment = found != null ? found.segment() : ShmSegment.map(card);
            segment.join(card);
            FifoWriter fifo = new FifoWriter(segment.address(), segment.fifoCells(), self());
            ShmEndpoint endpoint = new ShmEndpoint(peer, card, segment, fifo, doorbell);
            endpoints[peer.localRank()] = endpoint;
            fence &= endpoint.fences();
            return endpoint;
        } catch (TimeoutException e) {
            refusal.append("it has no btl shm, or is later than ")
                    .append(timeoutMillis)
                    .append(" ms");
        } catch (IOException e) {
            refusal.append("cannot map its segment: ").append(e);
        }
        return null;
    }

    private ShmAddress fetch(Proc peer) throws IOException, TimeoutException {
        return ShmAddress.decode(PeerCards.fetch(oob, peer.rank(), ShmAddress.KEY, timeoutMillis));
    }

    /** Unmaps every segment. */
    void close() {
        early.close();
        for (ShmEndpoint endpoint : endpoints) {
            if (endpoint != null) {
                endpoint.segment.unmap();
            }
        }
        Arrays.fill(endpoints, null);
        doorbell.close();
    }
}
