package org.strata.verbs.soft.segment;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.strata.jcstress.Blocks;

/** Row 5 of docs/design/013: the consumer that arms sees the entry, or its producer the arming. */
@JCStressTest
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "no event, and the entry not seen")
@Outcome(expect = ACCEPTABLE, desc = "an event, the entry, or both")
@State
public class ArmingStress {
    private final long base = Blocks.take(CqRing.BYTES + 64 + CqRing.entryBytes(2));
    private final long ring = base + 64;

    /** An empty ring with a channel. */
    public ArmingStress() {
        CqRing.open(base, ring, 2, ring + CqRing.BYTES, 1);
    }

    /** A producer. */
    @Actor
    public void produce(ZZ_Result result) {
        long turn = CqRing.claim(base, ring, CqRing.OWNER);
        result.r1 = CqRing.publish(base, ring, turn, true);
    }

    /** The consumer, before it sleeps. */
    @Actor
    public void consume(ZZ_Result result) {
        CqRing.arm(ring, false);
        result.r2 = CqRing.peek(base, ring) != 0;
    }
}
