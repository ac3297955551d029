package org.strata.testkit;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What joins the {@link SimQueueBtl}s of one job: their adapters, which move messages whatever the
 * ranks do. A message whose queue is empty waits in its lane and holds what is behind it. Strict: a
 * message to a queue that was never opened, numbers that are not consecutive and memory that is not
 * registered raise an AssertionError.
 */
public final class SimQueueNet {
    private final FakeWire wire;
    private final Random random;
    private final long longest;
    private final int lanes;
    private final SimQueueBtl[] btls;
    private final List<Lane> all = new ArrayList<>();
    private final Lane[][][] byPair;
    private final boolean[][] halted;
    private final List<ArrayDeque<Event>> events = new ArrayList<>();
    private final ArrayDeque<Event> freeEvents = new ArrayDeque<>();
    private final ArrayDeque<Item> freeItems = new ArrayDeque<>();
    private long landed;

    /** A message in a lane. */
    private static final class Item {
        int queue;
        int immediate;
        long address;
        long length;
        Registration registration;
        QueueBtl.SentCallback callback;
        Object context;
        BtlEndpoint endpoint;
    }

    /** Messages from one rank to another, in order. */
    private static final class Lane {
        final int from;
        final int to;

        /** It is connected when the receiver has polled, and then the sender. */
        boolean answered;

        boolean connected;
        final ArrayDeque<Item> items = new ArrayDeque<>();

        Lane(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    /** Something that a rank is told in its progress. */
    private static final class Event {
        QueueBtl.SentCallback sent;
        QueueBtl.ArrivalCallback arrival;
        QueueBtl.QuietCallback quiet;
        BtlEndpoint endpoint;
        ReceiveQueue queue;
        Object context;
        int immediate;
        long length;
        int rc;

        void run() {
            if (sent != null) {
                sent.onSent(endpoint, context, rc);
            } else if (arrival != null) {
                arrival.onArrival(queue, context, immediate, length, rc);
            } else {
                quiet.onQuiet(endpoint);
            }
        }
    }

    /**
     * @param wire joins the ranks otherwise
     * @param size ranks of the job
     * @param seed of the order in which lanes move
     * @param longest longest message to a queue
     * @param lanes lanes to a peer that there may be
     */
    public SimQueueNet(FakeWire wire, int size, long seed, long longest, int lanes) {
        this.wire = wire;
        this.random = new Random(seed);
        this.longest = longest;
        this.lanes = lanes;
        this.btls = new SimQueueBtl[size];
        this.byPair = new Lane[size][size][lanes];
        this.halted = new boolean[size][size];
        for (int rank = 0; rank < size; rank++) {
            events.add(new ArrayDeque<>());
        }
    }

    FakeWire wire() {
        return wire;
    }

    long longest() {
        return longest;
    }

    int lanes() {
        return lanes;
    }

    synchronized void attach(int rank, SimQueueBtl btl) {
        btls[rank] = btl;
    }

    /** Returns how many messages have landed so far. */
    public synchronized long landed() {
        return landed;
    }

    /** Lets the adapters work while no rank is inside MPI. */
    public void run(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    synchronized void send(
            int from,
            int to,
            int lane,
            int queue,
            int immediate,
            long address,
            long length,
            Registration registration,
            QueueBtl.SentCallback callback,
            Object context,
            BtlEndpoint endpoint) {
        Lane on = byPair[from][to][lane];
        if (on == null) {
            on = new Lane(from, to);
            byPair[from][to][lane] = on;
            all.add(on);
            btls[to].wake();
        }
        Item item = freeItems.isEmpty() ? new Item() : freeItems.poll();
        item.queue = queue;
        item.immediate = immediate;
        item.address = address;
        item.length = length;
        item.registration = registration;
        item.callback = callback;
        item.context = context;
        item.endpoint = endpoint;
        on.items.add(item);
    }

    /** One adapter does something, or finds that it must wait. */
    synchronized void step() {
        if (all.isEmpty()) {
            return;
        }
        Lane lane = all.get(random.nextInt(all.size()));
        Item item = lane.items.peek();
        if (item == null
                || !lane.connected
                || halted[lane.to][lane.from]
                || btls[lane.to].broken(lane.from)) {
            return;
        }
        SimReceiveQueue queue = btls[lane.to].queue(item.queue);
        if (queue == null || queue.peer() != lane.from) {
            throw new AssertionError(
                    "a message to queue " + item.queue + ", which is not the peer's");
        }
        if (queue.closed()) {
            if (random.nextInt(4) == 0) {
                complete(lane, lane.items.poll(), QueueBtl.SentCallback.RETURNED);
            }
        } else if (queue.hasReceive()) {
            land(lane, lane.items.poll(), queue);
        }
    }

    private void land(Lane lane, Item item, SimReceiveQueue queue) {
        int number = item.immediate & QueueBtl.NUMBER_MASK;
        queue.landed = (queue.landed + 1) & QueueBtl.NUMBER_MASK;
        if (number != queue.landed) {
            throw new AssertionError("message " + number + " instead of " + queue.landed);
        }
        SimReceiveQueue.Posted posted = queue.poll();
        long length = Math.min(item.length, posted.length);
        if (item.length > SimQueueBtl.MAX_INLINE) {
            check(lane.from, item.registration, item.address, item.length, 0);
        }
        check(lane.to, posted.registration, posted.address, length, Registration.LOCAL_WRITE);
        int rc = item.length <= posted.length ? Rc.OK : Rc.TRUNCATED;
        if (rc == Rc.OK && length > 0) {
            Memory.copy(item.address, posted.address, length);
        } else if (length > 0) {
            // An adapter writes any part of it, and nobody may rely on that.
            Memory.all().asSlice(posted.address, length).fill((byte) 0xee);
        }
        Event event = event();
        event.arrival = queue.arrival();
        event.queue = queue;
        event.context = posted.context;
        event.immediate = rc == Rc.OK ? item.immediate : 0;
        event.length = item.length;
        event.rc = rc;
        queue.free(posted);
        landed++;
        tell(lane.to, event);
        complete(lane, item, rc);
    }

    private void check(
            int owner, Registration registration, long address, long length, int access) {
        if (length > 0) {
            wire.check(owner, ((FakeRegistration) registration).key(), address, length, access);
        }
    }

    private void complete(Lane lane, Item item, int rc) {
        Event event = event();
        event.sent = item.callback;
        event.endpoint = item.endpoint;
        event.context = item.context;
        event.rc = rc;
        freeItems.add(item);
        tell(lane.from, event);
    }

    private Event event() {
        Event event = freeEvents.isEmpty() ? new Event() : freeEvents.poll();
        event.sent = null;
        event.arrival = null;
        event.quiet = null;
        return event;
    }

    private void tell(int rank, Event event) {
        events.get(rank).add(event);
        btls[rank].wake();
    }

    /** Returns whether the adapter has what a lane has accepted. */
    synchronized boolean departed(int from, int to, int number) {
        return byPair[from][to][number].connected;
    }

    /** A rank polls: the lanes that it has to do with become connected, one end after the other. */
    private synchronized void connect(int rank) {
        for (int i = 0; i < all.size(); i++) {
            Lane lane = all.get(i);
            if (lane.from == rank && lane.answered) {
                lane.connected = true;
            } else if (lane.to == rank && !lane.answered) {
                lane.answered = true;
                btls[lane.from].wake();
            }
        }
    }

    /** Returns the messages of a lane that name closed queues. */
    synchronized void recall(int from, int to, int number) {
        Lane lane = byPair[from][to][number];
        for (int i = lane == null ? 0 : lane.items.size(); i > 0; i--) {
            Item item = lane.items.poll();
            if (btls[to].queue(item.queue).closed()) {
                complete(lane, item, QueueBtl.SentCallback.RETURNED);
            } else {
                lane.items.add(item);
            }
        }
    }

    synchronized void halt(int rank, int peer, BtlEndpoint endpoint, QueueBtl.QuietCallback quiet) {
        if (halted[rank][peer]) {
            throw new AssertionError("halted twice");
        }
        halted[rank][peer] = true;
        Event event = event();
        event.quiet = quiet;
        event.endpoint = endpoint;
        tell(rank, event);
    }

    /** Returns whether a rank may still send to a queue of another one. */
    boolean uses(int from, int to, int queue) {
        return !btls[from].broken(to) && btls[from].uses(to, queue);
    }

    synchronized void resume(int rank, int peer) {
        if (!halted[rank][peer]) {
            throw new AssertionError("resumed, but not halted");
        }
        halted[rank][peer] = false;
    }

    /** A link is cut: its sends end in a way that does not say whether they have landed. */
    synchronized void fail(int from, int to) {
        for (Event event : events.get(from)) {
            if (event.sent != null && event.endpoint.peer().rank() == to) {
                event.rc = Rc.LINK_FAILED;
            }
        }
        for (Lane lane : byPair[from][to]) {
            while (lane != null && !lane.items.isEmpty()) {
                complete(lane, lane.items.poll(), Rc.LINK_FAILED);
            }
        }
    }

    /** Tells a rank what has happened; returns how much. */
    int deliver(int rank) {
        connect(rank);
        int count = 0;
        for (Event event = next(rank); event != null; event = next(rank)) {
            event.run();
            synchronized (this) {
                freeEvents.add(event);
            }
            count++;
        }
        return count;
    }

    private synchronized Event next(int rank) {
        return events.get(rank).poll();
    }
}
