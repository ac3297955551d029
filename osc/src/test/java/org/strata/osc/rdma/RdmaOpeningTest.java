package org.strata.osc.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.AtomicBtl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.coll.Coll;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.osc.OscTarget;
import org.strata.mca.osc.OscWindow;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.osc.pt2pt.Pt2ptWindows;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeRegistration;
import org.strata.testkit.FakeWire;
import org.strata.testkit.NativeBuffers;
import org.strata.testkit.RankThreads;
import org.strata.testkit.RecordingOutput;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;

/** Ranks on threads that open windows over RDMA: all of them, or none. */
final class RdmaOpeningTest {
    private static final int RANKS = 3;
    private static final int BYTES = 1024;
    private static final int ATOMIC = FakeBtlConfig.REGISTERED_RDMA | BtlAttributes.FLAG_ATOMICS;

    private final NativeBuffers memory = new NativeBuffers();
    private final FakeJob job = FakeJob.of(RANKS);
    private final List<FakePml> pmls = FakePml.of(job, 1 << 16);
    private final Map<Long, FakeRegistration> keys = new ConcurrentHashMap<>();
    private final RecordingOutput output = new RecordingOutput();
    private final CyclicBarrier barrier = new CyclicBarrier(RANKS);
    private final long[][] said = new long[RANKS][];
    private final long[] windows = new long[RANKS];
    private FakeWire wire;

    /** How many links with RDMA rank 1 has to rank 2; negative when no rank has any. */
    private int links = 1;

    /** Whether rank 1 reaches rank 2 by another adapter than rank 0. */
    private boolean secondAdapter;

    /** Memory of this length cannot be registered by rank 1. */
    private long refusedLength = -1;

    /** How rank 1's atomics end. */
    private int outcome = Rc.OK;

    /** Whether rank 1 loses somebody while the places of memory are exchanged. */
    private boolean loses;

    /** What rank 1 says instead of whether it has found an obstacle; 0 for the truth. */
    private long obstacle;

    @AfterEach
    void close() {
        job.close();
        memory.close();
    }

    private AtomicBtl[] btls(int flags) {
        wire = new FakeWire(RANKS, FakeBtlConfig.of(flags));
        AtomicBtl[] btls = new AtomicBtl[RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            btls[rank] = PlayedAtomics.of(wire, job.rank(rank), keys);
            windows[rank] = memory.allocate(BYTES);
        }
        return btls;
    }

    /** Exchanges words among the threads. */
    private Coll coll(int me) {
        Class<?>[] types = {Coll.class};
        return (Coll)
                Proxy.newProxyInstance(
                        Coll.class.getClassLoader(),
                        types,
                        (proxy, method, arguments) -> {
                            boolean all = method.getName().equals("alltoall");
                            long[] into = (long[]) ((Buf) arguments[1]).base();
                            said[me] = ((long[]) ((Buf) arguments[0]).base()).clone();
                            if (!all && me == 1 && obstacle != 0) {
                                said[me][0] = obstacle;
                            }
                            barrier.await();
                            int each = into.length / RANKS;
                            for (int from = 0; from < RANKS; from++) {
                                int at = all ? me * each : 0;
                                System.arraycopy(said[from], at, into, from * each, each);
                            }
                            barrier.await();
                            return all && loses && me == 1 ? Rc.PEER_FAILED : Rc.OK;
                        });
    }

    private Bml bml(int me, AtomicBtl[] btls) {
        Class<?>[] types = {Bml.class};
        return (Bml)
                Proxy.newProxyInstance(
                        Bml.class.getClassLoader(),
                        types,
                        (proxy, method, arguments) ->
                                method.getName().equals("btls")
                                        ? List.of(btls).subList(0, links < 0 ? 0 : 1)
                                        : endpoint(me, (Proc) arguments[0], btls[me]));
    }

    private BmlEndpoint endpoint(int me, Proc peer, AtomicBtl btl) {
        BmlEndpoint endpoint = new BmlEndpoint(peer);
        boolean oneToTwo = me == 1 && peer.rank() == 2;
        AtomicBtl adapter =
                oneToTwo && secondAdapter ? PlayedAtomics.of(wire, job.rank(1), keys) : btl;
        BtlLink link = new BtlLink(adapter, adapter.addPeer(peer, new StringBuilder()));
        endpoint.rdma = new BtlLink[oneToTwo ? links : 1];
        Arrays.fill(endpoint.rdma, link);
        return endpoint;
    }

    private static Pt2ptWindows messages(FakeRank rank) {
        ParameterSources nothing =
                new ParameterSources(
                        Map.of(),
                        Map.of(),
                        List.of(),
                        Path.of("").toAbsolutePath(),
                        null,
                        null,
                        RdmaOpeningTest.class.getClassLoader());
        return new Pt2ptWindows(Parameters.resolve(nothing).orThrow(), rank.engine());
    }

    private RdmaOscComponent component(FakeRank rank, AtomicBtl[] btls, boolean atomics) {
        RdmaOscConfig config = new RdmaOscConfig(15, 256, 3, atomics);
        Bml bml = bml(rank.rank(), btls);
        return new RdmaOscComponent(config, rank.engine(), output, bml, messages(rank));
    }

    private OscRequest request(Flavor flavor, int me, long bytes) {
        FakePml pml = pmls.get(me);
        long address = bytes == 0 ? 0 : windows[me];
        return new OscRequest(flavor, pml.world(7), pml, coll(me), address, bytes, 8);
    }

    /** What each rank does with its window, which is null when they cannot open one. */
    private interface Body {
        void run(int rank, OscWindow window) throws Exception;
    }

    /** Rank 2's memory is of half the length. */
    private void open(int flags, boolean atomics, Body body) {
        AtomicBtl[] btls = btls(flags);
        PlayedAtomics.behind(btls[1]).refusedLength = refusedLength;
        PlayedAtomics.behind(btls[1]).outcome = outcome;
        RankThreads.run(
                job,
                rank -> {
                    int me = rank.rank();
                    long bytes = me == 2 ? BYTES / 2 : BYTES;
                    OscWindow window =
                            component(rank, btls, atomics).open(request(Flavor.CREATE, me, bytes));
                    body.run(me, window);
                    barrier.await();
                    if (window != null) {
                        window.close();
                    }
                });
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(wire.registrationsOf(rank)).as("of rank %d", rank).isZero();
        }
    }

    /** Every member reaches the memory of every other one, at its own place, length and unit. */
    private void use(int me, OscWindow window) throws Exception {
        Buf buf = new Buf(null, memory.allocate(16), 1, RdmaWordsTest.WORD);
        Buf result = new Buf(null, buf.offset() + 8, 1, RdmaWordsTest.WORD);
        for (int i = 1; i < RANKS; i++) {
            int target = (me + i) % RANKS;
            assertThat(window.lock(target, true)).isEqualTo(Rc.OK);
            Memory.putLong(buf.offset(), 100 + me);
            OscTarget mine = new OscTarget(target, 8 + me, 1, RdmaWordsTest.WORD);
            assertThat(window.put(buf, mine, null)).isEqualTo(Rc.OK);
            assertThat(window.flush(target)).isEqualTo(Rc.OK);
            assertThat(window.get(result, mine, null)).isEqualTo(Rc.OK);
            assertThat(window.unlock(target)).isEqualTo(Rc.OK);
            assertThat(Memory.getLong(result.offset())).isEqualTo(100 + me);
            int words = target == 2 ? BYTES / 16 : BYTES / 8;
            window.put(buf, new OscTarget(target, words - 1, 1, RdmaWordsTest.WORD), null);
            assertThat(window.takeFailure()).isNull();
            window.put(buf, new OscTarget(target, words, 1, RdmaWordsTest.WORD), null);
            assertThat(window.takeFailure().target()).isEqualTo(target);
            assertThat(window.flush(target)).isEqualTo(Rc.OK);
        }
        barrier.await();
        for (int from = 0; from < RANKS; from++) {
            long word = Memory.getLong(windows[me] + 8L * (8 + from));
            assertThat(word).isEqualTo(from == me ? 0 : 100 + from);
        }
    }

    @ParameterizedTest
    @CsvSource({
        FakeBtlConfig.RDMA + ", true, ''",
        FakeBtlConfig.REGISTERED_RDMA + ", true, ''",
        ATOMIC + ", false, ''",
        ATOMIC + ", true, ', words by atomics'"
    })
    void allMembersReachEachOther(int flags, boolean atomics, String words) {
        open(flags, atomics, this::use);
        assertThat(output.verbose())
                .containsExactly("rdma serves a window of 3 ranks, locks by RDMA" + words);
    }

    /** All members, the target too, change a word by the same adapter. */
    @Test
    void wordsAreChangedByAtomicsOfAllMembers() {
        open(
                ATOMIC,
                true,
                (me, window) -> {
                    Buf one = new Buf(null, memory.allocate(8), 1, RdmaWordsTest.WORD);
                    Memory.putLong(one.offset(), 1);
                    OscTarget counter = new OscTarget(1, 3, 1, RdmaWordsTest.WORD);
                    for (int i = 0; i < 100; i++) {
                        OpKind op = OpKind.SUM;
                        int rc = window.accumulate(one, counter, op, NumberKind.INT64, null);
                        assertThat(rc).isEqualTo(Rc.OK);
                    }
                    assertThat(window.flush(1)).isEqualTo(Rc.OK);
                    barrier.await();
                    assertThat(Memory.getLong(windows[1] + 24)).isEqualTo(100 * RANKS);
                });
    }

    /** What one member has no memory for, locks or words, all members leave to messages. */
    @ParameterizedTest
    @CsvSource({RANKS * LockCells.BYTES + ", ', words by atomics'", "512, ', locks by RDMA'"})
    void whatOneMemberCannotDoGoesByMessageAtAll(long unregistered, String means) {
        refusedLength = unregistered;
        open(ATOMIC, true, (me, window) -> assertThat(window).isNotNull());
        assertThat(output.verbose()).containsExactly("rdma serves a window of 3 ranks" + means);
    }

    /** Atomics of two adapters on one word are not atomic with each other. */
    @Test
    void wordsReachedByTwoAdaptersAreChangedByMessages() {
        secondAdapter = true;
        open(ATOMIC, true, this::use);
        assertThat(output.verbose())
                .containsExactly("rdma serves a window of 3 ranks, locks by RDMA");
    }

    /** An adapter may say that it has atomics, and then have none for its own memory. */
    @Test
    void atomicsThatDoNotWorkAreNotUsed() {
        outcome = Rc.LINK_FAILED;
        open(ATOMIC, true, this::use);
        assertThat(output.verbose())
                .containsExactly("rdma serves a window of 3 ranks, locks by RDMA");
    }

    @ParameterizedTest
    @CsvSource({
        "-1, -1, false, no link that can put and get leads from rank 0 to rank 0",
        "0, -1, false, no link that can put and get leads from rank 1 to rank 2",
        "2, -1, false, several links lead from rank 1 to rank 2",
        "1, 1024, false, the memory of rank 1 cannot be put within reach of rank 0",
        "1, -1, true, rank 1 has lost a member"
    })
    void whatOneMemberLacksIsNamedAndNobodyOpens(
            int linksToTwo, long unregistered, boolean lost, String reason) {
        links = linksToTwo;
        refusedLength = unregistered;
        loses = lost;
        open(ATOMIC, true, (me, window) -> assertThat(window).isNull());
        assertThat(output.verbose())
                .containsExactly("rdma cannot serve a window of 3 ranks: " + reason);
    }

    /** The last of these has the low half of "none". */
    @ParameterizedTest
    @ValueSource(longs = {-1, 6, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32})
    void anObstacleThatThereIsNotIsRefused(long word) {
        obstacle = word;
        open(ATOMIC, true, (me, window) -> assertThat(window).isNull());
        assertThat(output.verbose())
                .containsExactly(
                        "rdma cannot serve a window of 3 ranks: rank 1 names an obstacle that there"
                                + " is not");
    }

    /** These have no memory that is known when they are opened, or nobody else to reach. */
    @Test
    void otherWindowsAreForOtherComponents() {
        AtomicBtl[] btls = btls(ATOMIC);
        RdmaOscComponent component = component(job.rank(0), btls, true);
        assertThat(component.name()).isEqualTo("rdma");
        assertThat(component.priority()).isEqualTo(15);
        assertThat(component.open(request(Flavor.DYNAMIC, 0, 0))).isNull();
        assertThat(component.open(request(Flavor.SHARED, 0, 0))).isNull();
        Proc[] alone = {job.rank(0).proc(0)};
        CommContext comm = new CommContext(9, 0, alone, 0);
        OscRequest request = new OscRequest(Flavor.CREATE, comm, pmls.get(0), null, 0, 0, 1);
        assertThat(component.open(request)).isNull();
        assertThat(output.verbose()).isEmpty();
    }
}
