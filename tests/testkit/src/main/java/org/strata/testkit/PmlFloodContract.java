package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;

import java.util.concurrent.CountDownLatch;

/**
 * Part of {@link PmlContract}: short standard sends do not wait for a receiver that waits for
 * something else, however many of them come first. A program that ends with unlimited memory ends.
 */
abstract class PmlFloodContract extends PmlLossContract {
    /** What a receiver keeps of a sender before it asks it to pause, in the fixtures' settings. */
    protected static final int PAUSE = 1 << 20;

    /** Length of the messages of a flood; all of them take more than {@link #PAUSE}. */
    private static final int SHORT = 480;

    private static final int FLOOD = 3_000;
    private static final int EARLY = 1;
    private static final int WANTED = 2;

    /**
     * Returns whether short standard sends complete without their receives, as users expect; false
     * where a parameter says that they do not.
     */
    protected boolean completesEarly() {
        return true;
    }

    /** How the receiver waits for the message behind the flood. */
    enum Wait {
        RECEIVE,
        RECEIVE_OF_ANY_SOURCE,
        PROBE,
        POLLING_PROBE,
        MATCHED_PROBE,
        TEST
    }

    /** A rank that sends and receives floods. */
    private final class Side {
        private final PmlStation own;
        private final CommContext comm;
        private final long data = memory.allocate(SHORT);

        Side(PmlStation own, CommContext comm) {
            this.own = own;
            this.comm = comm;
        }

        Side(PmlStation own) {
            this(own, own.world());
        }

        private Buf buf(int bytes) {
            return new Buf(null, data, bytes, DataLayouts.BYTE);
        }

        void send(int to, int tag, long content, int bytes) {
            Memory.putLong(data, content);
            int rc = own.call(() -> own.pml().send(buf(bytes), to, tag, SendMode.STANDARD, comm));
            assertThat(Rc.name(rc)).isEqualTo("OK");
        }

        void flood(int to) {
            for (int i = 0; i < FLOOD; i++) {
                send(to, EARLY, i, SHORT);
            }
        }

        void receive(int from, int tag, long content) {
            int rc = own.call(() -> own.pml().receive(buf(SHORT), from, tag, comm, null));
            assertThat(Rc.name(rc)).isEqualTo("OK");
            assertThat(Memory.getLong(data)).isEqualTo(content);
        }

        void receiveFlood(int from) {
            for (int i = 0; i < FLOOD; i++) {
                receive(from, EARLY, i);
            }
        }

        /** Waits for a message of 8 bytes, and receives it. */
        void await(Wait wait, int from, long content) {
            Pml pml = own.pml();
            PmlStatus status = new PmlStatus();
            switch (wait) {
                case RECEIVE -> receive(from, WANTED, content);
                case RECEIVE_OF_ANY_SOURCE -> receive(Pml.ANY_SOURCE, WANTED, content);
                case PROBE -> {
                    own.call(() -> pml.probe(from, WANTED, comm, status));
                    assertThat(status.bytes).isEqualTo(8);
                    receive(from, WANTED, content);
                }
                case POLLING_PROBE -> {
                    while (!own.call(() -> pml.iprobe(from, WANTED, comm, status))) {
                        Thread.onSpinWait();
                    }
                    receive(from, WANTED, content);
                }
                case MATCHED_PROBE -> {
                    PmlMessage message = own.call(() -> pml.mprobe(from, WANTED, comm, status));
                    finish(own.call(() -> pml.imrecv(buf(SHORT), message)), content);
                }
                case TEST -> {
                    PmlRequest request =
                            own.call(() -> pml.ireceive(buf(SHORT), from, WANTED, comm));
                    while (!request.isDone()) {
                        own.rank().progress();
                    }
                    finish(request, content);
                }
            }
        }

        private void finish(PmlRequest request, long content) {
            own.rank().waitUntil("the message", request::isDone);
            assertThat(Rc.name(request.error)).isEqualTo("OK");
            request.release();
            assertThat(Memory.getLong(data)).isEqualTo(content);
        }
    }

    @ParameterizedTest
    @EnumSource(Wait.class)
    void aReceiverThatWaitsForALaterMessageLetsTheOthersIn(Wait wait) {
        Assumptions.assumeTrue(completesEarly());
        runByThreads(
                stations(2),
                own -> {
                    Side side = new Side(own);
                    if (own.rank().rank() == 0) {
                        side.flood(1);
                        side.send(1, WANTED, 77, 8);
                    } else {
                        side.await(wait, 0, 77);
                        side.receiveFlood(0);
                    }
                });
    }

    /** Rank 0 floods rank 2, then releases rank 1, which releases rank 2. */
    @Test
    void aReceiverThatWaitsForAThirdRankLetsTheFloodIn() {
        Assumptions.assumeTrue(completesEarly());
        runByThreads(
                stations(3),
                own -> {
                    Side side = new Side(own);
                    switch (own.rank().rank()) {
                        case 0 -> {
                            side.flood(2);
                            side.send(1, WANTED, 1, 8);
                        }
                        case 1 -> {
                            side.receive(0, WANTED, 1);
                            side.send(2, WANTED, 2, 8);
                        }
                        default -> {
                            side.receive(1, WANTED, 2);
                            side.receiveFlood(0);
                        }
                    }
                });
    }

    /** A rank that sends is as good as one that waits. */
    @Test
    void twoRanksFloodEachOther() {
        Assumptions.assumeTrue(completesEarly());
        runByThreads(
                stations(2),
                own -> {
                    Side side = new Side(own);
                    int other = 1 - own.rank().rank();
                    side.flood(other);
                    side.receiveFlood(other);
                });
    }

    /** What is awaited comes by a communicator without a flood. */
    @Test
    void aFloodInAnotherCommunicatorIsLetIn() {
        Assumptions.assumeTrue(completesEarly());
        runByThreads(
                stations(2),
                own -> {
                    Side side = new Side(own);
                    Side other = new Side(own, own.add(own.comm(7, 0, 1)));
                    if (own.rank().rank() == 0) {
                        side.flood(1);
                        other.send(1, WANTED, 77, 8);
                    } else {
                        other.receive(0, WANTED, 77);
                        side.receiveFlood(0);
                    }
                });
    }

    /** MPI_THREAD_MULTIPLE: one thread waits, and nobody receives the flood before it has. */
    @Test
    void aThreadThatWaitsLetsTheFloodIn() {
        Assumptions.assumeTrue(completesEarly());
        var two = stations(2);
        two.get(0).rank().job().ranks().forEach(rank -> rank.engine().setThreadMultiple(true));
        CountDownLatch awaited = new CountDownLatch(1);
        runByThreads(
                two,
                own -> {
                    Side side = new Side(own);
                    if (own.rank().rank() == 0) {
                        side.flood(1);
                        side.send(1, WANTED, 77, 8);
                        return;
                    }
                    Thread reader =
                            Thread.ofPlatform().daemon().start(() -> receiveAfter(own, awaited));
                    side.receive(0, WANTED, 77);
                    awaited.countDown();
                    reader.join();
                });
    }

    private void receiveAfter(PmlStation own, CountDownLatch awaited) {
        try {
            awaited.await();
            new Side(own).receiveFlood(0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
