package org.strata.btl.openib;

import org.strata.btl.openib.connect.Connection;
import org.strata.opal.time.Clock;
import org.strata.verbs.VerbsException;

/** What all peers of one link share: its port, queues, rings and counts. */
final class LinkParts {
    private final OpenibContext context;
    private final int index;
    private final String name;
    private final Port port;
    private final LinkQueues queues;
    private final Resources resources;
    private final QueuePairBudget budget;
    private final LinkRings rings;

    /** Null where peers connect at once. */
    private final Datagrams datagrams;

    /** Why there are no datagrams though there should be; empty otherwise. */
    private String noDatagrams = "";

    private long tick;

    final OpenibCounters counters = new OpenibCounters();

    /** Packets that came before their turn. */
    final HeldMessages held;

    /**
     * @param index the link's number in what this process publishes
     * @param eagerLimit bytes; receive queues for longer messages have low priority
     */
    LinkParts(OpenibContext context, int index, String name, Port port, int eagerLimit) {
        OpenibConfig config = context.config();
        this.context = context;
        this.index = index;
        this.name = name;
        this.port = port;
        this.queues = new LinkQueues(port, context, eagerLimit);
        this.budget =
                new QueuePairBudget(
                        context.clock(),
                        context.queues().pairsPerConnection(),
                        config.connections().maxQueuePairs());
        this.resources = new Resources(port, queues, context, budget);
        this.rings = new LinkRings(config, port.adapter(), context.clock(), queues.maxInline());
        this.held = new HeldMessages(queues.arena(), counters);
        this.datagrams = config.firstContact().datagrams() ? makeDatagrams() : null;
    }

    private Datagrams makeDatagrams() {
        try {
            return new Datagrams(context, port, index, counters, queues.channel(), queues.arena());
        } catch (VerbsException e) {
            noDatagrams = OpenibTexts.help("no-datagrams", port.device(), e.getMessage());
            return null;
        }
    }

    /** Returns the link's queue pair for datagrams; null where peers connect at once. */
    Datagrams datagrams() {
        return datagrams;
    }

    /** Returns why there are no datagrams though parameters ask for them; empty otherwise. */
    String noDatagrams() {
        return noDatagrams;
    }

    /** Returns what the links know of peers. */
    OpenibContext.Links links() {
        return context.links();
    }

    /** Returns the bytes of a packet of several messages; 0 where messages are not coalesced. */
    int coalescingRoom() {
        int room = queues.coalescingRoom();
        return datagrams == null ? room : Math.min(room, datagrams.room() - PacketHeader.BYTES);
    }

    int index() {
        return index;
    }

    /** Returns the link's name, for messages to users. */
    String name() {
        return name;
    }

    Port port() {
        return port;
    }

    Adapter adapter() {
        return port.adapter();
    }

    LinkQueues queues() {
        return queues;
    }

    Resources resources() {
        return resources;
    }

    /** Returns the queue pairs of one connection. */
    int pairsPerConnection() {
        return context.queues().pairsPerConnection();
    }

    QueuePairBudget budget() {
        return budget;
    }

    LinkRings rings() {
        return rings;
    }

    Clock clock() {
        return context.clock();
    }

    Connection.Timing timing() {
        return context.timing();
    }

    OpenibConfig config() {
        return context.config();
    }

    /** Returns a number that grows with every use of a connection: what is oldest is idle. */
    long tick() {
        return ++tick;
    }

    /** Prints what a user who sets btl_base_verbose wants to know of rings and queues. */
    void inform(String line) {
        context.output().verbose("btl", OpenibContext.INFORM, line);
    }

    boolean isTraced() {
        return context.output().isVerbose("btl", OpenibContext.TRACE);
    }

    /** Prints every step of connections, at a high btl_base_verbose. */
    void trace(String line) {
        context.trace(line);
    }

    void close() {
        if (datagrams != null) {
            datagrams.close();
        }
        rings.close();
        resources.close();
    }
}
