package org.strata.btl.openib;

import org.strata.mca.btl.FreeList;
import org.strata.verbs.VerbsException;

import java.util.ArrayList;
import java.util.List;

/**
 * The channels of one link, and the send descriptors. Everything that costs registered memory is
 * made when it is first needed.
 */
final class Resources {
    private static final int CONTROL_ROOM = 48;
    private static final FreeList CONTROL = new FreeList(16, -1, 16);

    private final LinkQueues queues;
    private final Adapter adapter;
    private final OpenibContext context;
    private final OpenibDescriptorPool[] pools;
    private final OpenibDescriptorPool control;
    private final Channels channels;
    private final RetiredPairs retired;
    private final int firstNumber;

    /** What {@link #secure} provides is there. */
    private boolean secured;

    Resources(Port port, LinkQueues queues, OpenibContext context, QueuePairBudget budget) {
        this.queues = queues;
        this.adapter = port.adapter();
        this.context = context;
        this.firstNumber = context.config().connections().firstSequence();
        channels = new Channels(firstNumber);
        pools = new OpenibDescriptorPool[queues.specs().size()];
        for (int i = 0; i < pools.length; i++) {
            int room = queues.specs().get(i).size();
            pools[i] = new OpenibDescriptorPool(adapter, room, context.config().freeList());
        }
        control = new OpenibDescriptorPool(adapter, CONTROL_ROOM, CONTROL);
        retired = new RetiredPairs(this, queues, budget, context.clock());
    }

    Channels channels() {
        return channels;
    }

    // ---- channels

    /**
     * Makes a channel with receives posted, and with queue pairs in INIT where it borrows none.
     *
     * @param borrowed of the node that the peer runs on; null for queue pairs of its own
     * @throws VerbsException when the adapter has no queue pairs, or no memory can be registered
     */
    Channel openChannel(ChannelEvents events, int queue, int peers, ChannelPairs borrowed) {
        if (!secured && !secure()) {
            throw refused(OpenibTexts.noBuffers(adapter.refusal()));
        }
        SharedQueue common = queues.sharedQueue(queue);
        if (common != null) {
            share(common, queue, peers);
        }
        try {
            ChannelPairs pairs = borrowed == null ? queues.makePairs(queue) : borrowed;
            Channel made = new Channel(queues, events, queue, channels.nextNumber(), pairs);
            made.countFrom(firstNumber);
            if (!made.postReceives()) {
                made.release();
                throw refused(noReceives(queue));
            }
            channels.put(made);
            if (borrowed == null) {
                queues.reserveCompletions(queue, pairs.sendDepth(), 1);
            }
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
        for (int i = 0; i < pools.length; i++) {
            int least = queues.specs().get(i).least(i == 0);
            if (queues.buffers(i).provide(least) < least || !pools[i].secure(1)) {
                return false;
            }
        }
        secured = control.secure(CONTROL.num());
        return secured;
    }

    private String noReceives(int queue) {
        return OpenibTexts.noReceives(queue, queues.specs().get(queue).size(), adapter.refusal());
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
            context.trace(
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
        SharedQueue common = queues.sharedQueue(queue);
        if (common == null) {
            retired.destroyed(made);
            return;
        }
        common.disconnect();
        if (made.pairs().count() == 0) {
            made.pairs().close();
        } else {
            retired.add(made, common);
        }
    }

    /** The queue pairs of a channel have been destroyed, and nothing of theirs is in the queues. */
    void freeCompletions(Channel destroyed) {
        queues.reserveCompletions(destroyed.index(), destroyed.pairs().sendDepth(), -1);
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

    // ---- figures

    long sendDescriptors() {
        List<OpenibDescriptorPool> all = new ArrayList<>(List.of(pools));
        all.add(control);
        return all.stream().mapToLong(OpenibDescriptorPool::made).sum();
    }

    void close() {
        retired.close();
        for (OpenibDescriptorPool pool : pools) {
            pool.close();
        }
        control.close();
        queues.close();
    }
}
