package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.mpool.SharedPool;
import org.strata.opal.Rc;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RecordingOutput;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

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

    /** The next component: it notes what it is asked for, and has no room for it. */
    private static Coll refusing(List<String> calls) {
        InvocationHandler handler =
                (proxy, method, args) -> {
                    calls.add(method.getName());
                    return Rc.NO_RESOURCE;
                };
        Class<?>[] types = {Coll.class};
        return (Coll) Proxy.newProxyInstance(Coll.class.getClassLoader(), types, handler);
    }
}
