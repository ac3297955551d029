package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

import java.lang.foreign.Arena;
import java.util.List;

/**
 * The queues of one link besides its queue pairs: completion queues, one per priority; shared
 * receive queues and receive buffers, one per receive queue.
 */
final class LinkQueues {
    private static final int MOST_INLINE = 256;
    private static final long MOST_RDMA = 1L << 30;

    /** Channels whose requests an initiator to a node has room for at once. */
    private static final int CHANNELS = 4;

    private final Port port;
    private final Adapter adapter;
    private final OpenibContext context;
    private final List<QueueSpec> specs;
    private final int[] sizes;
    private final int eagerLimit;
    private final Arena arena = Arena.ofShared();
    private final SendWr request = new SendWr(arena, 1);
    private final ReceivePoster poster = new ReceivePoster(arena);
    private final CompletionChannel channel;
    private final CompletionQueue high;
    private final CompletionQueue low;
    private final int[] needed = new int[2];
    private final XrcDomain xrcDomain;
    private final SharedQueue[] shared;
    private final ReceiveBuffers[] buffers;
    private final int maxInline;
    private final int readsOut;

    /**
     * @param eagerLimit bytes; receive queues for longer messages have low priority
     */
    LinkQueues(Port port, OpenibContext context, int eagerLimit) {
        this.port = port;
        this.adapter = port.adapter();
        this.context = context;
        this.eagerLimit = eagerLimit;
        specs = context.queues().specs();
        int count = specs.size();
        sizes = specs.stream().mapToInt(QueueSpec::size).toArray();
        maxInline = chooseInline(context.config().sending().maxInline());
        readsOut = port.readsOut();
        Context device = adapter.context;
        channel = device.createChannel();
        int depth = Math.min(context.config().polling().completions(), maxCompletions());
        high = device.createCq(depth, channel);
        low = count > 1 ? device.createCq(depth, channel) : high;
        xrcDomain =
                context.queues().extended()
                        ? device.openXrcDomain(context.links().xrcDomain(port.device()))
                        : null;
        shared = new SharedQueue[count];
        buffers = new ReceiveBuffers[count];
        for (int i = 0; i < count; i++) {
            buffers[i] = new ReceiveBuffers(adapter, PacketHeader.BYTES + sizes[i]);
            shared[i] = specs.get(i).shared() ? makeShared(i, specs.get(i)) : null;
        }
    }

    private int chooseInline(int wanted) {
        int most = adapter.context.attributes().maxInline();
        return wanted < 0 ? Math.min(most, MOST_INLINE) : Math.min(most, wanted);
    }

    private int maxCompletions() {
        return adapter.context.attributes().maxCqe();
    }

    private SharedQueue makeShared(int index, QueueSpec spec) {
        int depth = Math.min(spec.num(), adapter.context.attributes().maxSrqWr());
        SharedReceiveQueue queue =
                spec.type() == QueueSpec.Type.EXTENDED
                        ? adapter.domain.createXrcSrq(xrcDomain, completionQueue(index), depth, 1)
                        : adapter.domain.createSrq(depth, 1);
        return new SharedQueue(
                index, spec, queue, buffers[index], poster, context.config().queues());
    }

    /** Returns the receive queues, shortest messages first. */
    List<QueueSpec> specs() {
        return specs;
    }

    /** Returns the queue that a message of so many bytes takes. */
    int queueFor(int bytes) {
        return queueFor(sizes, bytes);
    }

    /** Returns the bytes of a receive of each queue, ascending. */
    int[] sizes() {
        return sizes;
    }

    static int queueFor(int[] sizes, int bytes) {
        int queue = 0;
        while (queue < sizes.length - 1 && bytes > sizes[queue]) {
            queue++;
        }
        return queue;
    }

    SharedQueue sharedQueue(int queue) {
        return shared[queue];
    }

    ReceiveBuffers buffers(int queue) {
        return buffers[queue];
    }

    ReceivePoster poster() {
        return poster;
    }

    /** Returns the link's send request: one at a time. */
    SendWr request() {
        return request;
    }

    CompletionQueue high() {
        return high;
    }

    CompletionQueue low() {
        return low;
    }

    CompletionChannel channel() {
        return channel;
    }

    /** Returns the completion queue of a receive queue: low priority for what is above eager. */
    private CompletionQueue completionQueue(int queue) {
        return isLow(queue) ? low : high;
    }

    private boolean isLow(int queue) {
        return queue > 0 && sizes[queue] > eagerLimit;
    }

    Arena arena() {
        return arena;
    }

    int maxInline() {
        return maxInline;
    }

    /** Returns every how many sends without a completion of their own one is signaled. */
    int signalBatch() {
        return context.config().sending().signalBatch();
    }

    int readsOut() {
        return readsOut;
    }

    /** Returns the bytes of a packet of several messages; 0 where messages are not coalesced. */
    int coalescingRoom() {
        return context.config().sending().coalescing() ? sizes[0] : 0;
    }

    /** Returns the RDMA operations that one peer may have waiting and under way. */
    int mostOperations() {
        return Math.max(8, 2 * specs.getLast().sendMax());
    }

    long maxRdma() {
        long wanted = context.config().limits().maxRdma();
        long most = Math.min(MOST_RDMA, port.maxMessage());
        return wanted > 0 ? Math.min(wanted, most) : most;
    }

    // ---- queue pairs

    /**
     * Makes the queue pairs of a channel, in INIT.
     *
     * @throws VerbsException when the adapter has none left
     */
    QueuePairs makePairs(int queue) {
        QueueSpec spec = specs.get(queue);
        boolean extended = spec.type() == QueueSpec.Type.EXTENDED;
        XrcDomain domain = extended ? xrcDomain : null;
        return QueuePairs.make(port, init(queue, spec), domain, priority(queue));
    }

    private OpenibConfig.Priority priority(int queue) {
        OpenibConfig.Path path = port.path();
        return isLow(queue) ? path.low() : path.high();
    }

    private QpInit init(int index, QueueSpec spec) {
        int depth = sendDepth(index);
        CompletionQueue queue = completionQueue(index);
        return switch (spec.type()) {
            case PER_PEER ->
                    QpInit.rc(adapter.domain, queue, queue, depth, spec.receives(), maxInline);
            case SHARED ->
                    QpInit.rc(
                            adapter.domain, queue, queue, shared[index].queue(), depth, maxInline);
            case EXTENDED -> QpInit.xrcSend(adapter.domain, queue, depth, maxInline);
        };
    }

    /** Returns the requests that a channel may have under way. */
    int sendDepth(int queue) {
        return QueuePairs.depth(specs.get(queue), adapter.context.attributes().maxQpWr());
    }

    /** Returns the requests of an initiator that the peers of a node share. */
    int initiatorDepth(int queue) {
        int most = Integer.highestOneBit(adapter.context.attributes().maxQpWr());
        return Math.min(most, CHANNELS * sendDepth(queue));
    }

    /**
     * Makes an XRC initiator that the peers of a node share, in INIT.
     *
     * @throws VerbsException when the adapter has none left
     */
    QueuePair makeInitiator(int queue) {
        int depth = initiatorDepth(queue);
        return inInit(QpInit.xrcSend(adapter.domain, completionQueue(queue), depth, maxInline));
    }

    /**
     * Makes an XRC target that reaches the shared receive queues of this node, in INIT.
     *
     * @throws VerbsException when the adapter has none left
     */
    QueuePair makeTarget() {
        return inInit(QpInit.xrcRecv(xrcDomain));
    }

    private QueuePair inInit(QpInit init) {
        QueuePair made = adapter.context.createQp(init);
        try {
            made.modify(QueuePairs.initial(port));
            return made;
        } catch (VerbsException e) {
            made.close();
            throw e;
        }
    }

    /** Connects an initiator or a target with the peer's, with the priority of its queue. */
    void connect(int queue, QueuePair pair, PortAddress address, QueueOffer theirs) {
        OpenibConfig.Path path = port.path();
        QueuePairs.connect(
                pair,
                port,
                address,
                theirs.number(),
                theirs.sequence(),
                path.minRnrTimer(),
                path.rnrRetries(),
                priority(queue));
    }

    /**
     * Keeps the completion queue large enough for everything that can complete at once.
     *
     * @param sends that a channel adds
     * @param sign -1 when the channel is gone
     */
    void reserveCompletions(int queue, int sends, int sign) {
        QueueSpec spec = specs.get(queue);
        int receives = spec.shared() ? 0 : spec.receives();
        int side = isLow(queue) ? 1 : 0;
        needed[side] += sign * (sends + receives);
        int commons = 0;
        for (int i = 0; i < sizes.length; i++) {
            boolean same = completionQueue(i) == completionQueue(queue);
            commons += same && shared[i] != null ? specs.get(i).num() : 0;
        }
        int total = Math.min(maxCompletions(), (low == high ? needed[0] : needed[side]) + commons);
        CompletionQueue queueOf = completionQueue(queue);
        if (total > queueOf.depth()) {
            grow(queueOf, total);
        }
    }

    private void grow(CompletionQueue queue, int least) {
        int wanted = Math.min(maxCompletions(), Integer.highestOneBit(least - 1) << 1);
        try {
            queue.resize(wanted);
        } catch (VerbsException e) {
            context.trace("completion queue stays at " + queue.depth() + ": " + e.getMessage());
        }
    }

    /** Posts receives to shared queues that run low. */
    void replenish() {
        for (SharedQueue queue : shared) {
            if (queue != null) {
                queue.replenish();
            }
        }
    }

    // ---- figures

    long receivesPosted() {
        long sum = 0;
        for (SharedQueue queue : shared) {
            sum += queue == null ? 0 : queue.posted();
        }
        for (int i = 0; i < buffers.length; i++) {
            sum += shared[i] == null ? buffers[i].made() : 0;
        }
        return sum;
    }

    long growths() {
        long sum = 0;
        for (SharedQueue queue : shared) {
            sum += queue == null ? 0 : queue.growths;
        }
        return sum;
    }

    /** Destroys them, after all queue pairs. */
    void close() {
        for (SharedQueue queue : shared) {
            if (queue != null) {
                queue.close();
            }
        }
        high.close();
        if (low != high) {
            low.close();
        }
        if (xrcDomain != null) {
            xrcDomain.close();
        }
        channel.close();
        for (ReceiveBuffers each : buffers) {
            each.close();
        }
        arena.close();
    }
}
