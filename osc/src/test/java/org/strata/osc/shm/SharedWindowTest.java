package org.strata.osc.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.base.Output;
import org.strata.mca.coll.Coll;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscWindow;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.mpool.SharedPool;
import org.strata.mpool.SharedPoolConfig;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.Sleeper;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;

import java.lang.reflect.Proxy;
import java.util.concurrent.CyclicBarrier;

/** Windows of two ranks, each a thread, in memory of their pools. */
class SharedWindowTest {
    private static final int RANKS = 2;
    private static final long BYTES = 4096;
    private static final int ROUNDS = 200;
    private static final long[] WILD = {
        -1,
        -8,
        4,
        1L << 20,
        1L << 40,
        Integer.MAX_VALUE,
        Long.MAX_VALUE,
        Long.MAX_VALUE - 7,
        1L << 63
    };

    private final FakeJob job = FakeJob.of(RANKS);
    private final CyclicBarrier barrier = new CyclicBarrier(RANKS);
    private final long[][] said = new long[RANKS][];
    private final SharedPool[] pools = new SharedPool[RANKS];
    private final SharedOscComponent[] components = new SharedOscComponent[RANKS];

    /** Which word of its first exchange rank 1 replaces, and by what; none when negative. */
    private int wildWord = -1;

    private long wild;

    SharedWindowTest() {
        SharedPoolConfig config = new SharedPoolConfig("/dev/shm", 1 << 20, 4 << 20);
        for (FakeRank rank : job.ranks()) {
            int me = rank.rank();
            pools[me] = new SharedPool(config, job.jobId(), me, rank.sleeper());
            components[me] =
                    new SharedOscComponent(
                            new SharedOscConfig(1), rank.engine(), silent(), pools[me]);
            rank.engine().setIdlePolicy(new IdlePolicy(0, 0, true));
        }
    }

    @AfterEach
    void close() {
        for (int rank = 0; rank < RANKS; rank++) {
            pools[rank].close();
        }
        job.close();
    }

    private static Output silent() {
        Class<?>[] types = {Output.class};
        return (Output)
                Proxy.newProxyInstance(
                        Output.class.getClassLoader(),
                        types,
                        (proxy, method, arguments) ->
                                method.getReturnType() == boolean.class ? false : null);
    }

    /** Gathers words among the threads; rank 1 lies in the exchange of cards. */
    private Coll gathering(int rank) {
        Class<?>[] types = {Coll.class};
        return (Coll)
                Proxy.newProxyInstance(
                        Coll.class.getClassLoader(),
                        types,
                        (proxy, method, arguments) -> {
                            assertThat(method.getName()).isEqualTo("allgather");
                            long[] mine = ((long[]) ((Buf) arguments[0]).base()).clone();
                            if (rank == 1 && wildWord >= 0 && mine.length > 2) {
                                mine[wildWord] = wild;
                            }
                            said[rank] = mine;
                            barrier.await();
                            long[] all = (long[]) ((Buf) arguments[1]).base();
                            for (int from = 0; from < RANKS; from++) {
                                System.arraycopy(
                                        said[from], 0, all, from * mine.length, mine.length);
                            }
                            barrier.await();
                            return Rc.OK;
                        });
    }

    private OscWindow open(FakeRank rank, OscRequest.Flavor flavor) {
        boolean shared = flavor == OscRequest.Flavor.SHARED;
        long address = shared ? 0 : pools[rank.rank()].allocate(BYTES).address();
        return open(rank, flavor, address, BYTES);
    }

    private OscWindow open(FakeRank rank, OscRequest.Flavor flavor, long address, long bytes) {
        int me = rank.rank();
        CommContext comm = new CommContext(3, me, rank.procs().toArray(new Proc[0]), me);
        return components[me].open(
                new OscRequest(flavor, comm, null, gathering(me), address, bytes, 1));
    }

    /** Whoever waits for a post or a completion sleeps until it is rung, and is rung in time. */
    @Test
    void postsAndCompletionsRing() {
        RankThreads.run(
                job,
                rank -> {
                    rank.engine().enter();
                    OscWindow window = open(rank, OscRequest.Flavor.CREATE);
                    int[] other = {1 - rank.rank()};
                    for (int round = 0; round < ROUNDS; round++) {
                        if (round % 2 == rank.rank()) {
                            assertThat(window.post(other)).isEqualTo(Rc.OK);
                            assertThat(window.await(other)).isEqualTo(Rc.OK);
                        } else {
                            assertThat(window.start(other)).isEqualTo(Rc.OK);
                            assertThat(window.complete(other)).isEqualTo(Rc.OK);
                        }
                        // The ring of a later call must not make up for one that is missing.
                        barrier.await();
                    }
                    window.close();
                    rank.engine().exit();
                });
        for (FakeRank rank : job.ranks()) {
            assertThat(rank.engine().lateWakeups()).as("lost wake-ups of %s", rank).isZero();
        }
    }

    /** The member that sleeps is rung by the call, not by its own next look. */
    @Test
    void aMemberThatSleepsIsWokenByTheCall() {
        RankThreads.run(
                job,
                rank -> {
                    OscWindow window = open(rank, OscRequest.Flavor.CREATE);
                    int[] other = {1 - rank.rank()};
                    long[] card = new long[3];
                    pools[0].sleepWords().describe(card, 0);
                    long word = pools[rank.rank()].reach(0, card[0], card[1], Integer.BYTES);
                    for (boolean post : new boolean[] {true, false}) {
                        if (rank.rank() == 0) {
                            Memory.putIntVolatile(word, Sleeper.IN_FUTEX);
                        }
                        barrier.await();
                        if (rank.rank() == 1) {
                            int rc = post ? window.post(other) : window.complete(other);
                            assertThat(rc).isEqualTo(Rc.OK);
                            assertThat(Memory.getIntVolatile(word)).isEqualTo(Sleeper.AWAKE);
                        }
                        barrier.await();
                    }
                    window.close();
                });
    }

    /** Each word by which a member says where something lies: no window, and no access. */
    @Test
    void wildPlacesOfAMemberOpenNoWindow() {
        int[] words = {
            SharedOpening.CONTROL,
            SharedOpening.CONTROL + 1,
            SharedOpening.MEMORY,
            SharedOpening.MEMORY + 1,
            SharedOpening.BYTES
        };
        for (int word : words) {
            for (long value : WILD) {
                wildWord = word;
                wild = value;
                RankThreads.run(
                        job,
                        rank -> {
                            OscWindow window = open(rank, OscRequest.Flavor.CREATE);
                            assertThat(window == null || wildIsInside(word, value))
                                    .as("word %d, %d", word, value)
                                    .isTrue();
                            if (window != null) {
                                window.close();
                            }
                        });
            }
        }
    }

    /** The pools have room for three such windows at a time. */
    @Test
    void aWindowThatDoesNotOpenKeepsNoMemory() {
        for (int attempt = 0; attempt < 12; attempt++) {
            boolean opens = attempt % 4 == 3;
            wildWord = opens ? -1 : SharedOpening.CONTROL;
            wild = -1;
            RankThreads.run(
                    job,
                    rank -> {
                        OscWindow window = open(rank, OscRequest.Flavor.SHARED, 0, 600_000);
                        assertThat(window != null).isEqualTo(opens);
                        if (window != null) {
                            window.close();
                        }
                    });
        }
    }

    private static boolean wildIsInside(int word, long value) {
        return value == 4 && (word == SharedOpening.BYTES || word == SharedOpening.MEMORY + 1);
    }

    /** The bells need the sleep words of all; without one, members look again and again. */
    @Test
    void aWildSleepWordLeavesWaitsThatLook() {
        wildWord = SharedOpening.SLEEP_WORD + 1;
        for (long value : new long[] {2, Long.MAX_VALUE - 3, -4}) {
            wild = value;
            RankThreads.run(
                    job,
                    rank -> {
                        rank.engine().enter();
                        OscWindow window = open(rank, OscRequest.Flavor.SHARED);
                        int[] other = {1 - rank.rank()};
                        assertThat(window.post(other)).isEqualTo(Rc.OK);
                        assertThat(window.start(other)).isEqualTo(Rc.OK);
                        window.close();
                        rank.engine().exit();
                    });
        }
    }
}
