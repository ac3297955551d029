package org.strata.coll.shm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.strata.jcstress.Blocks;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.progress.Sleeper;
import org.strata.opal.shared.PeerBells;

/**
 * Row 17 of docs/design/013: whoever sees a step sees its contribution, and a cell is filled again
 * only when the other member has read it. Two members take as many steps as use each cell twice.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "every contribution whole, to both members")
@Outcome(expect = FORBIDDEN, desc = "a step before its contribution, or one overwritten unread")
@State
public class StepStress {
    private static final int CELLS = 2;
    private static final int STEPS = 2 * CELLS;
    private static final MemberBlock LAYOUT = new MemberBlock(CELLS, MemberBlock.LEAST_PAYLOAD);

    /** Engines have no state but counters here: each member's thread has its own. */
    private static final ProgressEngine[] ENGINES = {engine(), engine()};

    private static final CommContext[] COMMS = {comm(0), comm(1)};
    private static final Doorbell DOORBELL = new Doorbell(reason -> {});

    private final SharedComm[] members = new SharedComm[2];

    /** Two members that have taken no step. */
    public StepStress() {
        long[] blocks = {Blocks.take(LAYOUT.bytes()), Blocks.take(LAYOUT.bytes())};
        long awake = Blocks.take(Integer.BYTES);
        Memory.putInt(awake, Sleeper.AWAKE);
        PeerBells bells = new PeerBells(new long[] {awake}, false, DOORBELL);
        for (int rank = 0; rank < 2; rank++) {
            members[rank] = new SharedComm(COMMS[rank], LAYOUT, null, blocks, bells, ENGINES[rank]);
        }
    }

    private static ProgressEngine engine() {
        return new ProgressEngine(new IdlePolicy(Integer.MAX_VALUE, 0, false), new RankSleeper());
    }

    private static CommContext comm(int rank) {
        Proc[] procs = {new Proc(0, "node", 0, true), new Proc(1, "node", 1, true)};
        return new CommContext(1, rank, procs, rank);
    }

    /** Takes all steps; returns how many of the other's contributions were wrong. */
    private long steps(int rank) {
        SharedComm member = members[rank];
        long wrong = 0;
        for (int step = 1; step <= STEPS; step++) {
            wrong += member.claim() ? 0 : 1;
            Memory.putLong(member.payload(rank), 10L * step + rank);
            member.publish(step);
            wrong += member.await(1 - rank) ? 0 : 1;
            wrong += member.info(1 - rank) == step ? 0 : 1;
            wrong += Memory.getLong(member.payload(1 - rank)) == 10L * step + 1 - rank ? 0 : 1;
            member.finish();
        }
        return wrong;
    }

    /** A member. */
    @Actor
    public void one(JJ_Result result) {
        result.r1 = steps(0);
    }

    /** The other one. */
    @Actor
    public void two(JJ_Result result) {
        result.r2 = steps(1);
    }
}
