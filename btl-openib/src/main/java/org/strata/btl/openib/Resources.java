package org.strata.btl.openib;

import org.strata.mca.btl.FreeList;
import org.strata.opal.memory.Memory;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.SendWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * What one link has besides its connections: completion queues, one per priority; shared receive
 * queues and receive buffers, one per receive queue; send descriptors. Everything that costs
 * registered memory is made when it is first needed.
 */
final class Resources {
    private static final int MOST_INLINE = 256;
    private static final long MOST_RDMA = 1L << 30;
    private static final int CONTROL_ROOM = 48;
    private static final FreeList CONTROL = new FreeList(16, -1, 16);

    private final OpenibBtl btl;
    private final Adapter adapter;
    private final OpenibContext context;
    private final ReceiveQueues queues;
    private final int[] sizes;
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
    private final OpenibDescriptorPool[] pools;
    private final OpenibDescriptorPool control;
    private final HeldMessage[] held = new HeldMessage[HeldMessage.SIZE_CLASSES];
    private final Channels channels = new Channels();
    private final RetiredPairs retired;
    private final int maxInline;
    private final int readsOut;

    /** What {@link #secure} provides is there. */
    private boolean secured;

    Resources(OpenibBtl btl, Adapter adapter, OpenibContext context) {
        this.btl = btl;
        this.adapter = adapter;
        this.context = context;
        this.queues = context.queues();
        List<QueueSpec> specs = queues.specs();
        int count = specs.size();
        sizes = specs.stream().mapToInt(QueueSpec::size).toArray();
        maxInline = chooseInline(context.config().sending().maxInline());
        readsOut = btl.port().readsOut();
        Context device = adapter.context;
        channel = device.createChannel();
        int depth = Math.min(context.config().polling().completions(), maxCompletions());
        high = device.createCq(depth, channel);
        low = count > 1 ? device.createCq(depth, channel) : high;
        xrcDomain = queues.extended() ? device.openXrcDomain(null) : null;
        shared = new SharedQueue[count];
        buffers = new ReceiveBuffers[count];
        pools = new OpenibDescriptorPool[count];
        for (int i = 0; i < count; i++) {
            buffers[i] = new ReceiveBuffers(adapter, PacketHeader.BYTES + sizes[i]);
            pools[i] = new OpenibDescriptorPool(adapter, sizes[i], context.config().freeList());
            shared[i] = specs.get(i).shared() ? makeShared(i, specs.get(i)) : null;
        }
        control = new OpenibDescriptorPool(adapter, CONTROL_ROOM, CONTROL);
        retired = new RetiredPairs(btl, context.clock());
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

    // ---- what there is

    ReceiveQueues queues() {
        return queues;
    }

    /** Returns the queue that a message of so many bytes takes. */
    int queueFor(int bytes) {
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
    CompletionQueue completionQueue(int queue) {
        return isLow(queue) ? low : high;
    }

    private boolean isLow(int queue) {
        return queue > 0 && sizes[queue] > btl.attributes().eagerLimit();
    }

    XrcDomain xrcDomain() {
        return xrcDomain;
    }

    Arena arena() {
        return arena;
    }

    int maxInline() {
        return maxInline;
    }

    int readsOut() {
        return readsOut;
    }

    int coalescingRoom() {
        return sizes[0];
    }

    /** Returns the RDMA operations that one peer may have waiting and under way. */
    int mostOperations() {
        return Math.max(8, 2 * queues.specs().getLast().sendMax());
    }

    long maxRdma() {
        long wanted = context.config().limits().maxRdma();
        long most = Math.min(MOST_RDMA, btl.port().maxMessage());
        return wanted > 0 ? Math.min(wanted, most) : most;
    }

    Channels channels() {
        return channels;
    }

    // ---- channels

    /**
     * Makes a channel with queue pairs in INIT and receives posted.
     *
     * @throws VerbsException when the adapter has no queue pairs, or no memory can be registered
     */
    Channel openChannel(OpenibEndpoint endpoint, int queue, int peers) {
        if (!secured && !secure()) {
            throw refused(OpenibTexts.noBuffers(adapter.refusal()));
        }
        SharedQueue common = shared[queue];
        if (common != null) {
            share(common, queue, peers);
        }
        try {
            QueuePairs pairs = QueuePairs.make(btl, queue);
            Channel made = new Channel(btl, endpoint, queue, channels.nextNumber(), pairs);
            if (!made.postReceives()) {
                made.release();
                throw refused(noReceives(queue));
            }
            channels.put(made);
            reserveCompletions(queue, pairs.sendDepth(), 1);
            return made;
        } catch (VerbsException e) {
            if (common != null) {
                common.disconnect();
            }
            throw e;
        }
    }

    /**
     * Provides what the first connection cannot live without, of every size, before anything gets
     * more: else the first to grow leaves nothing to the others where little memory can be
     * registered.
     *
     * @return false when not even that can be had
     */
    private boolean secure() {
        for (int i = 0; i < sizes.length; i++) {
            int least = queues.specs().get(i).least(i == 0);
            if (buffers[i].provide(least) < least || !pools[i].secure(1)) {
                return false;
            }
        }
        secured = control.secure(CONTROL.num());
        return secured;
    }

    private String noReceives(int queue) {
        return OpenibTexts.noReceives(queue, sizes[queue], adapter.refusal());
    }

    private static VerbsException refused(String why) {
        return new VerbsException(VerbsException.ENOMEM, why);
    }

    private void share(SharedQueue common, int queue, int peers) {
        int before = common.target();
        if (!common.connect(peers)) {
            throw refused(noReceives(queue));
        }
        if (common.target() != before) {
            QueueSpec spec = queues.specs().get(queue);
            btl.verbose(
                    ("receive queue %d: %d receives of %d bytes for %d processes:"
                                    + " %d + %d log2(n), at most %d")
                            .formatted(
                                    queue,
                                    common.target(),
                                    spec.size(),
                                    peers + 1,
                                    spec.initial(),
                                    spec.perPeer(),
                                    spec.num()));
        }
    }

    void closeChannel(Channel made) {
        int queue = made.index();
        channels.remove(made);
        made.release();
        if (shared[queue] == null) {
            freeCompletions(made);
        } else {
            shared[queue].disconnect();
            retired.add(made, shared[queue]);
        }
    }

    /** The queue pairs of a channel have been destroyed: nothing of theirs completes any more. */
    void freeCompletions(Channel destroyed) {
        reserveCompletions(destroyed.index(), destroyed.pairs().sendDepth(), -1);
    }

    /** Returns the queue pairs of ended connections. */
    RetiredPairs retired() {
        return retired;
    }

    /** The adapter reports that a queue pair consumes no more receives. */
    void onLastReceive(int queuePair) {
        Channel channel = channels.findPair(queuePair);
        if (channel == null) {
            retired.onLastReceive(queuePair);
        } else {
            channel.pairs().onLastReceive();
        }
    }

    /** Keeps the completion queue large enough for everything that can complete at once. */
    private void reserveCompletions(int queue, int sends, int sign) {
        QueueSpec spec = queues.specs().get(queue);
        int receives = spec.shared() ? 0 : spec.receives();
        int side = isLow(queue) ? 1 : 0;
        needed[side] += sign * (sends + receives);
        int commons = 0;
        for (int i = 0; i < sizes.length; i++) {
            boolean same = completionQueue(i) == completionQueue(queue);
            commons += same && shared[i] != null ? queues.specs().get(i).num() : 0;
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
            btl.verbose("completion queue stays at " + queue.depth() + ": " + e.getMessage());
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

    // ---- memory for messages

    OpenibDescriptor acquire(int bytes) {
        if (!secured) {
            // Messages may wait before there is a connection: not even they may take it all.
            secure();
        }
        for (OpenibDescriptorPool pool : pools) {
            if (bytes <= pool.room) {
                return pool.acquire();
            }
        }
        throw new IllegalArgumentException(bytes + " bytes are more than one send takes");
    }

    OpenibDescriptor acquireControl() {
        return control.acquire();
    }

    /** Returns plain memory for a packet that came early. */
    HeldMessage takeHeld(int bytes) {
        int size = HeldMessage.sizeClass(bytes);
        HeldMessage taken = held[size];
        if (taken == null) {
            int room = HeldMessage.room(size);
            return new HeldMessage(Memory.allocate(arena, room, 64), room);
        }
        held[size] = taken.next;
        taken.next = null;
        return taken;
    }

    void giveHeld(HeldMessage message) {
        int size = HeldMessage.sizeClass(message.room);
        message.channel = null;
        message.next = held[size];
        held[size] = message;
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

    long sendDescriptors() {
        List<OpenibDescriptorPool> all = new ArrayList<>(List.of(pools));
        all.add(control);
        return all.stream().mapToLong(OpenibDescriptorPool::made).sum();
    }

    long growths() {
        long sum = 0;
        for (SharedQueue queue : shared) {
            sum += queue == null ? 0 : queue.growths;
        }
        return sum;
    }

    void close() {
        retired.close();
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
        for (int i = 0; i < pools.length; i++) {
            pools[i].close();
            buffers[i].close();
        }
        control.close();
        arena.close();
    }
}
