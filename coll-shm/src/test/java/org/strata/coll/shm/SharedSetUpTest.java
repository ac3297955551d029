package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.coll.Coll;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.mpool.SharedPool;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;
import org.strata.testkit.RecordingOutput;

import java.lang.foreign.Arena;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

/** Which communicators are set up, and which are handed on at once. */
final class SharedSetUpTest {
    private final RecordingOutput output = new RecordingOutput();

    /**
     * Of a spawned world that meets its parents, each member knows only its own world's files.
     * Members need not exchange anything to know that.
     */
    @Test
    void membersOfTwoWorldsUseTheNextComponent() throws Exception {
        try (FakeJob job = FakeJob.of(1)) {
            FakeRank rank = job.rank(0);
            SharedPool pool = StackedColls.pool(rank);
            List<String> calls = new ArrayList<>();
            SharedCollConfig config =
                    new SharedCollConfig(40, 16, 0, new MemberBlock(2, 8192), 1 << 20, 1 << 20, "");
            SharedSetUp setUp =
                    StackedColls.setUp(rank, config, SharedRules.builtIn(), pool, output);
            for (int world = 1; world >= 0; world--) {
                Proc[] members = {
                    new Proc(0, 0, "node0", 0, true), new Proc(1, world, "node0", 0, true)
                };
                CommContext comm = new CommContext(5 + world, 0, members, 0);
                SharedState state = new SharedState(this);
                assertThat(setUp.readyAtOnce(state, comm, refusing(calls))).isFalse();
                assertThat(calls).as("world %d", world).hasSize(world == 0 ? 2 : 0);
            }
            setUp.close();
            pool.close();
        }
    }

    /**
     * Whatever a member publishes of its block, by mistake or by malice: nobody uses a block that
     * is not this member's of this communicator, and both members leave it to the next component.
     */
    @Test
    void aCardThatLeadsToNoBlockIsRefusedByAll() {
        long[] wild = {-8, 8, 1L << 40, Long.MAX_VALUE};
        for (int word : new int[] {SharedSetUp.FILE, SharedSetUp.POSITION}) {
            for (long change : wild) {
                assertThat(usable(0, word, change)).as("word %d + %d", word, change).isFalse();
            }
        }
        assertThat(usable(0, SharedSetUp.USABLE, -1)).isFalse();
        assertThat(usable(0, SharedSetUp.USABLE, 1)).isFalse();
        assertThat(usable(0, SharedSetUp.USABLE, 0)).as("as it is").isTrue();
    }

    /** A member whose sleep word nobody can map is not rung: it may not sleep in shared memory. */
    @Test
    void aSleepWordThatCannotBeMappedIsRefusedByAll() {
        for (long change : new long[] {2, 1L << 40, -(1L << 40)}) {
            assertThat(usable(0, SharedSetUp.BLOCK_WORDS + 1, change)).as("+ %d", change).isFalse();
        }
    }

    /** The block of another communicator, or of another member, is not this one's. */
    @Test
    void aBlockOfAnotherCommunicatorOrMemberIsRefusedByAll() {
        for (int field : new int[] {MemberBlock.MAGIC, MemberBlock.COMM, MemberBlock.OWNER}) {
            assertThat(usable(1 << (field / 8), -1, 0)).as("field at %d", field).isFalse();
        }
    }

    /**
     * Sets up a communicator of two; returns whether they use shared memory, both or none.
     *
     * @param spoiled fields of rank 1's block that are changed before rank 0 looks
     * @param word of rank 1's card that is changed
     * @param change added to it
     */
    private boolean usable(int spoiled, int word, long change) {
        boolean[] ready = new boolean[2];
        long[][] said = new long[2][];
        CyclicBarrier barrier = new CyclicBarrier(2);
        try (FakeJob job = FakeJob.of(2)) {
            RankThreads.run(
                    job,
                    rank -> {
                        SharedPool pool = StackedColls.pool(rank);
                        int me = rank.rank();
                        InvocationHandler gather =
                                (proxy, method, args) -> {
                                    long[] mine = ((long[]) ((Buf) args[0]).base()).clone();
                                    if (me == 1 && mine.length > 1) {
                                        spoil(pool, mine, spoiled);
                                        if (word >= 0) {
                                            mine[word] += change;
                                        }
                                    }
                                    said[me] = mine;
                                    barrier.await();
                                    long[] all = (long[]) ((Buf) args[1]).base();
                                    for (int from = 0; from < 2; from++) {
                                        int at = from * mine.length;
                                        System.arraycopy(said[from], 0, all, at, mine.length);
                                    }
                                    barrier.await();
                                    return Rc.OK;
                                };
                        SharedCollConfig config = StackedColls.config(0, 2, 8192);
                        SharedRules rules = SharedRules.builtIn();
                        SharedSetUp setUp = StackedColls.setUp(rank, config, rules, pool, output);
                        Proc[] procs = rank.procs().toArray(new Proc[0]);
                        CommContext comm = new CommContext(5, me, procs, me);
                        SharedState state = new SharedState(this);
                        ready[me] = setUp.ready(state, comm, coll(gather));
                        setUp.close();
                        pool.close();
                    });
        }
        assertThat(ready[0]).as("what one member does, all do").isEqualTo(ready[1]);
        return ready[0];
    }

    private static void spoil(SharedPool pool, long[] card, int fields) {
        long block = pool.reach(1, card[SharedSetUp.FILE], card[SharedSetUp.POSITION], 64);
        for (int field = 0; field < 8; field++) {
            if ((fields & (1 << field)) != 0) {
                Memory.putLong(block + 8L * field, Memory.getLong(block + 8L * field) + 1);
            }
        }
    }

    /** Others may write to a block until each of them has left the communicator. */
    @Test
    void aBlockIsReleasedWhenAllOthersHaveLeft() throws Exception {
        try (FakeJob job = FakeJob.of(3);
                Arena arena = Arena.ofShared()) {
            SharedPool pool = StackedColls.pool(job.rank(0));
            MemberBlock layout = new MemberBlock(2, 1024);
            MappableBlock own = pool.allocate(layout.bytes());
            long[] blocks = {own.address(), 0, 0};
            blocks[1] = Memory.allocate(arena, layout.bytes(), 128);
            blocks[2] = Memory.allocate(arena, layout.bytes(), 128);
            SharedComm[] members = new SharedComm[3];
            for (int me = 0; me < 3; me++) {
                FakeRank rank = job.rank(me);
                CommContext comm = new CommContext(5, me, rank.procs().toArray(new Proc[0]), me);
                MappableBlock mine = me == 0 ? own : null;
                members[me] = new SharedComm(comm, layout, mine, blocks, null, rank.engine());
            }
            members[0].detach();
            assertThat(members[0].releaseIfUnused()).as("two others use it").isFalse();
            members[2].detach();
            assertThat(members[0].releaseIfUnused()).as("one uses it").isFalse();
            assertThat(pool.find(own.address())).isSameAs(own);
            members[1].detach();
            assertThat(members[0].releaseIfUnused()).isTrue();
            assertThat(pool.find(own.address())).as("the pool has it").isNull();
            pool.close();
        }
    }

    /** The next component is closed with this one, after the last collective. */
    @Test
    void theNextComponentIsClosedToo() {
        try (FakeJob job = FakeJob.of(1)) {
            FakeRank rank = job.rank(0);
            SharedPool pool = StackedColls.pool(rank);
            List<String> calls = new ArrayList<>();
            SharedCollConfig config = StackedColls.config(0, 2, 1024);
            SharedRules rules = SharedRules.builtIn();
            SharedSetUp setUp = StackedColls.setUp(rank, config, rules, pool, output);
            new SharedColl(refusing(calls), setUp).close();
            assertThat(calls).containsExactly("close");
            pool.close();
        }
    }

    /** The next component: it notes what it is asked for, and has no room for it. */
    private static Coll refusing(List<String> calls) {
        InvocationHandler handler =
                (proxy, method, args) -> {
                    calls.add(method.getName());
                    return method.getReturnType() == void.class ? null : Rc.NO_RESOURCE;
                };
        return coll(handler);
    }

    private static Coll coll(InvocationHandler handler) {
        Class<?>[] types = {Coll.class};
        return (Coll) Proxy.newProxyInstance(Coll.class.getClassLoader(), types, handler);
    }
}
