package org.strata.btl.openib;

import org.strata.btl.openib.connect.Connection;
import org.strata.btl.openib.connect.ConnectionHost;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.PairHolder;
import org.strata.btl.openib.connect.PortAddress;
import org.strata.btl.openib.queue.QueueHost;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.rcache.Registration;
import org.strata.opal.time.Clock;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.Context;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;

import java.lang.foreign.Arena;
import java.util.function.LongPredicate;

/** A link as its queues and lanes see it. */
final class LinkQueueHost implements QueueHost {
    private static final int FOR_EVER = 7;

    private final OpenibBtl btl;

    LinkQueueHost(OpenibBtl btl) {
        this.btl = btl;
    }

    @Override
    public Context device() {
        return btl.port().adapter().context;
    }

    @Override
    public ProtectionDomain domain() {
        return btl.port().adapter().domain;
    }

    @Override
    public CompletionChannel channel() {
        return btl.resources().channel();
    }

    @Override
    public Arena arena() {
        return btl.resources().arena();
    }

    @Override
    public Clock clock() {
        return btl.clock();
    }

    @Override
    public Connection.Timing timing() {
        return btl.timing();
    }

    @Override
    public int number() {
        return btl.index();
    }

    @Override
    public PortAddress address() {
        return btl.port().address();
    }

    @Override
    public int psn() {
        return btl.port().path().psn();
    }

    @Override
    public int maxInline() {
        return btl.resources().maxInline();
    }

    @Override
    public int localKey(Registration registration) {
        return ((OpenibRegistration) registration).region.lkey();
    }

    @Override
    public QueuePair createPair(QpInit init) {
        QueuePair made = device().createQp(init);
        try {
            made.modify(QueuePairs.initial(btl.port()));
            return made;
        } catch (VerbsException e) {
            made.close();
            throw e;
        }
    }

    @Override
    public void connect(QueuePair pair, PortAddress peer, int destination, int psn, int rnrTimer) {
        QueuePairs.connect(pair, btl.port(), peer, destination, psn, rnrTimer, FOR_EVER);
    }

    @Override
    public ConnectionHost.Grant take(PairHolder holder, boolean asked) {
        return btl.budget().take(holder, asked);
    }

    @Override
    public void give(PairHolder holder) {
        btl.budget().give(holder);
    }

    @Override
    public void withdraw(PairHolder holder) {
        btl.budget().withdraw(holder);
    }

    @Override
    public long tick() {
        return btl.tick();
    }

    @Override
    public LongPredicate breakCounter() {
        return new BreakRate(btl.connections())::exceeds;
    }

    @Override
    public void countBreak() {
        btl.counters.laneBreaks++;
    }

    @Override
    public void say(BtlEndpoint peer, ConnectionMessage message) {
        btl.say(peer.peer(), message);
    }

    @Override
    public void activate() {
        btl.activate();
    }

    @Override
    public void fail(BtlEndpoint peer, String reason) {
        ((OpenibEndpoint) peer).connection().fail(reason);
    }

    @Override
    public void trace(String line) {
        btl.verbose(line);
    }
}
