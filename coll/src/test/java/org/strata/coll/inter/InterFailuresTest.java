package org.strata.coll.inter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.coll.base.AlgorithmSettings;
import org.strata.coll.base.BlockingCall;
import org.strata.coll.base.Call;
import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * Collectives of an inter-communicator at a member that does not lead its group: what it does are
 * collectives of the group, and their failures are its own.
 */
final class InterFailuresTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);

    private final FakeJob job = FakeJob.of(3);
    private final FakePml pml = FakePml.of(job, 1 << 16).get(1);
    private final List<String> calls = new ArrayList<>();
    private final CommContext comm;
    private final InterColl coll;

    /** Which call on the group fails, from 1. */
    private int failing;

    InterFailuresTest() {
        Proc[] procs = job.rank(1).procs().toArray(new Proc[0]);
        CommContext group = new CommContext(7, 1, new Proc[] {procs[0], procs[1]}, 1);
        comm = new CommContext(9, group, false, new Proc[] {procs[2]});
        Class<?>[] types = {Coll.class};
        Coll local =
                (Coll)
                        Proxy.newProxyInstance(
                                Coll.class.getClassLoader(),
                                types,
                                (proxy, method, arguments) -> {
                                    assertThat(arguments[arguments.length - 1]).isSameAs(group);
                                    calls.add(method.getName());
                                    return calls.size() == failing ? Rc.PEER_FAILED : Rc.OK;
                                });
        Scratch scratch = new Scratch(1 << 16);
        coll = InterColl.of((c, tag, n, s) -> call(scratch, c, tag, s), local, null, null);
    }

    private Call call(Scratch scratch, CommContext on, int tag, AlgorithmSettings settings) {
        return new BlockingCall(pml, job.rank(1).engine(), scratch, on, tag, settings);
    }

    @AfterEach
    void close() {
        job.close();
    }

    /** A collective, and what it does within the group. */
    private enum Kind {
        BARRIER("barrier barrier"),
        BCAST("bcast"),
        REDUCE("reduce"),
        ALLREDUCE("reduce bcast"),
        GATHER("gather"),
        SCATTER("scatter"),
        ALLGATHER("gather bcast"),
        REDUCE_SCATTER("reduce scatterv"),
        REDUCE_SCATTER_BLOCK("reduce scatterv");

        private final String inGroup;

        Kind(String inGroup) {
            this.inGroup = inGroup;
        }

        int run(Coll coll, CommContext comm) {
            Buf send = new Buf(new long[4], 0, 2, LONG);
            Buf receive = new Buf(new long[4], 0, 1, LONG);
            ReduceOp op = null;
            return switch (this) {
                case BARRIER -> coll.barrier(comm);
                case BCAST -> coll.bcast(send, 0, comm);
                case REDUCE -> coll.reduce(send, null, op, 0, comm);
                case ALLREDUCE -> coll.allreduce(send, receive, op, comm);
                case GATHER -> coll.gather(send, null, 0, comm);
                case SCATTER -> coll.scatter(null, receive, 0, comm);
                case ALLGATHER -> coll.allgather(send, receive, comm);
                case REDUCE_SCATTER ->
                        coll.reduceScatter(send, receive, new int[] {1, 1}, op, comm);
                case REDUCE_SCATTER_BLOCK -> coll.reduceScatterBlock(send, receive, op, comm);
            };
        }
    }

    /** All steps are done even so: the other members wait for them. */
    @ParameterizedTest
    @EnumSource
    void aFailureWithinTheGroupIsTheResult(Kind kind) {
        int steps = kind.inGroup.split(" ").length;
        for (failing = 0; failing <= steps; failing++) {
            calls.clear();
            String expected = failing == 0 ? "OK" : "PEER_FAILED";
            assertThat(Rc.name(kind.run(coll, comm))).isEqualTo(expected);
            assertThat(String.join(" ", calls)).isEqualTo(kind.inGroup);
        }
        assertThat(pml.sent()).as("to the other group").isZero();
    }

    /** The root's group has nothing to do but at the root. */
    @Test
    void membersBesideTheRootDoNothing() {
        Buf buf = new Buf(new long[4], 0, 1, LONG);
        int none = Coll.PROC_NULL;
        assertThat(coll.bcast(buf, none, comm)).isEqualTo(Rc.OK);
        assertThat(coll.reduce(null, null, null, none, comm)).isEqualTo(Rc.OK);
        assertThat(coll.gather(null, null, none, comm)).isEqualTo(Rc.OK);
        assertThat(coll.gatherv(null, null, null, null, none, comm)).isEqualTo(Rc.OK);
        assertThat(coll.scatter(null, null, none, comm)).isEqualTo(Rc.OK);
        assertThat(coll.scatterv(null, null, null, null, none, comm)).isEqualTo(Rc.OK);
        assertThat(coll.scan(buf, buf, null, comm)).isEqualTo(Rc.NOT_AVAILABLE);
        assertThat(coll.exscan(buf, buf, null, comm)).isEqualTo(Rc.NOT_AVAILABLE);
        assertThat(calls).isEmpty();
        assertThat(pml.sent()).isZero();
    }
}
