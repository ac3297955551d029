package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.util.ArrayList;
import java.util.List;

/** A sender, a receiver and streams of numbered messages between them, over queues. */
abstract class QueueBtlFixture extends BtlFixture {
    static final int LANES = 5;

    /** Bytes of one message's place in memory. */
    static final int ROOM = 4096;

    /** Places of a stream. */
    static final int PLACES = 256;

    private static final int RNR_TIMER = 1;

    /** How far the numbers of a test's streams begin below their wrap, by turns. */
    private static final int[] BELOW = {1000, 10, 100, 1};

    BtlStation a;
    BtlStation b;
    FakeJob job;

    /** Streams of this test so far. */
    private int made;

    /** Returns whether messages land while neither process polls. */
    protected abstract boolean landsWithoutPolls();

    /** Returns whether messages land while the receiver alone polls. */
    protected boolean landsWithoutSender() {
        return landsWithoutPolls();
    }

    /**
     * Breaks a lane, as a failing adapter would, if it is connected.
     *
     * @param atReceiver whether the receiver's end breaks, else the sender's
     */
    protected abstract void breakLane(BtlStation from, BtlStation to, int lane, boolean atReceiver);

    /** Returns how many broken lanes a station has counted, or -1 where that is not looked at. */
    protected long breaks(BtlStation station) {
        return -1;
    }

    /** Loses the link between two stations for good. */
    protected abstract void loseLink(BtlStation from, BtlStation to);

    static QueueBtl queues(BtlStation station) {
        return (QueueBtl) station.btl();
    }

    @BeforeEach
    final void openStations() {
        List<BtlStation> both = stations(2);
        a = both.get(0);
        b = both.get(1);
        job = a.rank().job();
        for (BtlStation each : both) {
            queues(each).useQueues(LANES, RNR_TIMER);
        }
        assertThat(queues(a).lanes(a.to(b))).isBetween(2, LANES);
        assertThat(queues(b).lanes(b.to(a))).isEqualTo(queues(a).lanes(a.to(b)));
    }

    /** Memory of one side for a stream. */
    private record Region(long address, Registration registration) {
        static Region of(BtlStation station, BtlStation peer, long address) {
            long bytes = (long) ROOM * PLACES;
            Registration made =
                    queues(station)
                            .register(station.to(peer), address, bytes, Registration.LOCAL_WRITE);
            assertThat(made).isNotNull();
            return new Region(address, made);
        }

        long place(int index) {
            return address + (long) index % PLACES * ROOM;
        }
    }

    /**
     * How a message arrived.
     *
     * @param message which of the stream's, from 1; 0 when it was too long
     * @param top whether the upper layer's bit was set
     */
    record Arrival(int receive, int message, boolean top, long length, int rc) {}

    /**
     * How a send ended.
     *
     * @param message which of the stream's, from 1
     */
    record Sent(int message, int rc) {}

    /** Messages from a to one queue of b. */
    final class Stream {
        final BtlStation from;
        final BtlStation to;
        final List<Arrival> arrivals = new ArrayList<>();
        final List<Sent> sends = new ArrayList<>();
        final ReceiveQueue queue;
        private final Region source;
        private final Region target;
        private final int before;
        private int posts;

        /** Messages sent so far; their numbers begin behind {@link #before}. */
        private int sent;

        Stream(int depth) {
            this(a, b, depth);
        }

        Stream(BtlStation from, BtlStation to, int depth) {
            this.from = from;
            this.to = to;
            source = Region.of(from, to, rdmaMemory(from, (long) ROOM * PLACES));
            target = Region.of(to, from, rdmaMemory(to, (long) ROOM * PLACES));
            before = QueueBtl.NUMBER_MASK - BELOW[made++ % BELOW.length];
            queue = queues(to).open(to.to(from), depth, before, this::arrived);
            assertThat(queue).isNotNull();
            assertThat(queue.number()).isPositive();
        }

        /** Returns the number of the n-th message, counted from 1. */
        int number(int message) {
            return (before + message) & QueueBtl.NUMBER_MASK;
        }

        /** Returns which message has a number. */
        private int message(int immediate) {
            return (immediate - before) & QueueBtl.NUMBER_MASK;
        }

        private void arrived(ReceiveQueue of, Object context, int immediate, long length, int rc) {
            assertThat(of).isSameAs(queue);
            assertThat(to.rank().polling()).as("inside progress").isTrue();
            int receive = (Integer) context;
            int message = rc == Rc.OK ? message(immediate) : 0;
            arrivals.add(new Arrival(receive, message, immediate < 0, length, rc));
            if (rc == Rc.OK) {
                expectBytes(receive, message, length);
            }
        }

        private void sent(BtlEndpoint endpoint, Object context, int rc) {
            assertThat(endpoint).isSameAs(from.to(to));
            assertThat(from.rank().polling()).as("inside progress").isTrue();
            sends.add(new Sent((Integer) context, rc));
        }

        /** Posts a receive; returns the result. */
        int post(int length) {
            long at = target.place(posts);
            int rc = queue.post(at, length, length == 0 ? null : target.registration(), posts);
            posts += rc == Rc.OK ? 1 : 0;
            return rc;
        }

        void postMany(int count, int length) {
            for (int i = 0; i < count; i++) {
                assertThat(post(length)).isEqualTo(Rc.OK);
            }
        }

        /** Sends the next message; returns the result. */
        int send(int lane, int length) {
            int message = sent + 1;
            long at = source.place(message);
            for (int i = 0; i < length; i++) {
                Memory.putByte(at + i, pattern(message, i));
            }
            int rc =
                    queues(from)
                            .sendTo(
                                    from.to(to),
                                    lane,
                                    queue.number(),
                                    number(message),
                                    at,
                                    length,
                                    length == 0 ? null : source.registration(),
                                    this::sent,
                                    message);
            sent += rc == Rc.OK ? 1 : 0;
            return rc;
        }

        void sendMany(int count, int lane, int length) {
            for (int i = 0; i < count; i++) {
                retry(lane, length);
            }
        }

        void retry(int lane, int length) {
            job.progressUntil("room in the lane", () -> accepted(send(lane, length)));
        }

        private byte pattern(int message, int i) {
            return (byte) (message * 31 + i * 7 + queue.number());
        }

        private void expectBytes(int receive, int message, long length) {
            for (int i = 0; i < length; i++) {
                byte found = Memory.getByte(target.place(receive) + i);
                assertThat(found)
                        .as("byte %d of message %d", i, message)
                        .isEqualTo(pattern(message, i));
            }
        }

        long targetOf(int receive) {
            return target.place(receive);
        }

        void untilArrived(int count) {
            job.progressUntil(count + " arrivals", () -> arrivals.size() >= count);
        }

        void untilSent(int count) {
            job.progressUntil(count + " sends over", () -> sends.size() >= count);
        }

        /** Says that messages 1 to {@code count} have landed, each once, in receive order. */
        void expectAll(int count) {
            untilArrived(count);
            untilSent(count);
            assertThat(arrivals).hasSize(count);
            assertThat(sends).hasSize(count);
            for (int i = 0; i < count; i++) {
                assertThat(arrivals.get(i).receive()).isEqualTo(i);
                assertThat(arrivals.get(i).message()).isEqualTo(i + 1);
                assertThat(arrivals.get(i).rc()).isEqualTo(Rc.OK);
                assertThat(sends.get(i)).isEqualTo(new Sent(i + 1, Rc.OK));
            }
        }
    }

    /** Releases a closed queue, once its sender has forgotten it. */
    void release(Stream closed) {
        queues(closed.from).forget(closed.from.to(closed.to), closed.queue.number());
        closed.queue.release();
    }

    /** Halts a peer and waits until it is quiet. */
    void haltAndWait(BtlStation station, BtlStation peer) {
        boolean[] quiet = new boolean[1];
        station.rank().engine().enter();
        queues(station)
                .halt(
                        station.to(peer),
                        endpoint -> {
                            assertThat(station.rank().polling()).isTrue();
                            quiet[0] = true;
                        });
        station.rank().engine().exit();
        // Only this rank polls: the peer need not act.
        Deadline deadline = new Deadline(60);
        while (!quiet[0] && !deadline.passed()) {
            station.rank().progress();
        }
        assertThat(quiet[0]).as("quiet").isTrue();
    }

    /** Polls all ranks so often that whatever is on its way has come. */
    void settle() {
        for (int i = 0; i < 2000; i++) {
            job.progress();
        }
    }
}
