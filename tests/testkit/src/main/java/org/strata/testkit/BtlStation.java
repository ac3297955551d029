package org.strata.testkit;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One rank of a BTL test: its opened Btl, its endpoints, and the errors it was told of. */
public final class BtlStation implements AutoCloseable {
    private final FakeRank rank;
    private final BtlComponent component;
    private final List<Btl> btls;
    private final Map<Integer, BtlEndpoint> endpoints = new HashMap<>();
    private final List<String> errors = new ArrayList<>();
    private boolean closed;

    BtlStation(FakeRank rank, BtlComponent component) {
        this.rank = rank;
        this.component = component;
        StringBuilder refusal = new StringBuilder();
        this.btls =
                component.open(
                        (btl, endpoint, rc, reason) -> errors.add(endpoint.peer() + ": " + reason),
                        refusal);
        if (btls.isEmpty()) {
            throw new AssertionError(component.name() + " found no link: " + refusal);
        }
        rank.describeBy(() -> component.name() + " errors " + errors);
    }

    /** Returns the rank it serves. */
    public FakeRank rank() {
        return rank;
    }

    /** Returns the component that opened the Btl. */
    public BtlComponent component() {
        return component;
    }

    /** Returns all links that were opened. */
    public List<Btl> btls() {
        return btls;
    }

    /** Returns the Btl under test: the first link. */
    public Btl btl() {
        return btls.get(0);
    }

    /** Returns the Btl under test as one with RDMA. */
    public RdmaBtl rdma() {
        return (RdmaBtl) btl();
    }

    /** Returns the attributes of the Btl under test. */
    public BtlAttributes attributes() {
        return btl().attributes();
    }

    /** Returns the endpoint of a peer, adding it at the first call. */
    public BtlEndpoint to(int peer) {
        return endpoints.computeIfAbsent(peer, this::add);
    }

    /** Returns the endpoint of another station's rank. */
    public BtlEndpoint to(BtlStation peer) {
        return to(peer.rank.rank());
    }

    private BtlEndpoint add(int peer) {
        StringBuilder refusal = new StringBuilder();
        BtlEndpoint endpoint = btl().addPeer(rank.proc(peer), refusal);
        if (endpoint == null) {
            throw new AssertionError(rank + " does not reach rank " + peer + ": " + refusal);
        }
        return endpoint;
    }

    /** Sets the handler of a tag; it fails when it runs outside this rank's progress. */
    public void on(int tag, ActiveMessages.Handler handler) {
        rank.activeMessages().register(tag, new InsideProgress(this, handler));
    }

    /** Removes all peers, without closing. */
    public void removePeers() {
        endpoints.values().forEach(btl()::removePeer);
        endpoints.clear();
    }

    /** Returns what the error handler was told. */
    public List<String> errors() {
        return errors;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            removePeers();
            btls.forEach(Btl::close);
        }
    }

    /** Checks the rules of receiving on every message of every test. */
    private record InsideProgress(BtlStation station, ActiveMessages.Handler handler)
            implements ActiveMessages.Handler {
        @Override
        public void onMessage(Btl btl, BtlEndpoint from, int tag, long address, int length) {
            if (!station.rank.polling()) {
                throw new AssertionError("a handler ran outside progress");
            }
            if (from == null || !station.btls.contains(btl)) {
                throw new AssertionError("a handler got from=" + from + " btl=" + btl);
            }
            handler.onMessage(btl, from, tag, address, length);
        }
    }
}
