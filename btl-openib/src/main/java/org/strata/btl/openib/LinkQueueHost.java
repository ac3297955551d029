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

    private final Link link;
    private final LinkParts parts;

    LinkQueueHost(Link link, LinkParts parts) {
        this.link = link;
        this.parts = parts;
    }

    @Override
    public Context device() {
        return parts.adapter().context;
    }

    @Override
    public ProtectionDomain domain() {
        return parts.adapter().domain;
    }

    @Override
    public CompletionChannel channel() {
        return parts.queues().channel();
    }

    @Override
    public Arena arena() {
        return parts.queues().arena();
    }

    @Override
    public Clock clock() {
        return parts.clock();
    }

    @Override
    public Connection.Timing timing() {
        return parts.timing();
    }

    @Override
    public int number() {
        return parts.index();
    }

    @Override
    public PortAddress address() {
        return parts.port().address();
    }

    @Override
    public int psn() {
        return parts.port().path().psn();
    }

    @Override
    public int maxInline() {
        return parts.queues().maxInline();
    }

    @Override
    public int localKey(Registration registration) {
        return ((OpenibRegistration) registration).region.lkey();
    }

    @Override
    public QueuePair createPair(QpInit init) {
        QueuePair made = device().createQp(init);
        try {
            made.modify(QueuePairs.initial(parts.port()));
            return made;
        } catch (VerbsException e) {
            made.close();
            throw e;
        }
    }

    @Override
    public void connect(QueuePair pair, PortAddress peer, int destination, int psn, int rnrTimer) {
        QueuePairs.connect(pair, parts.port(), peer, destination, psn, rnrTimer, FOR_EVER);
    }

    @Override
    public ConnectionHost.Grant take(PairHolder holder, boolean asked) {
        return parts.budget().take(holder, asked);
    }

    @Override
    public void give(PairHolder holder) {
        parts.budget().give(holder);
    }

    @Override
    public void withdraw(PairHolder holder) {
        parts.budget().withdraw(holder);
    }

    @Override
    public long tick() {
        return parts.tick();
    }

    @Override
    public LongPredicate breakCounter() {
        BreakRate rate = new BreakRate(parts.config().connections());
        return now -> {
            parts.counters.laneBreaks++;
            return rate.exceeds(now);
        };
    }

    @Override
    public void say(BtlEndpoint peer, ConnectionMessage message) {
        link.say(peer.peer(), message);
    }

    @Override
    public void activate() {
        link.activate();
    }

    @Override
    public void fail(BtlEndpoint peer, String reason) {
        ((OpenibEndpoint) peer).connection().fail(reason);
    }

    @Override
    public void trace(String line) {
        parts.trace(line);
    }
}
