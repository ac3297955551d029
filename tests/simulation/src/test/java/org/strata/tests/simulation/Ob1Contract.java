package org.strata.tests.simulation;

import org.junit.jupiter.api.Tag;
import org.strata.bml.r2.R2Bml;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.pml.Pml;
import org.strata.pml.ob1.Ob1Config;
import org.strata.pml.ob1.Ob1Pml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.PmlContract;

import java.util.Collection;

/** The PML's contract for real ob1 and r2; subclasses say over which links. */
@Tag("contract")
abstract class Ob1Contract extends PmlContract {
    /** Makes the BTL components of one rank, the loopback included. */
    abstract Collection<BtlComponent> links(FakeRank rank);

    /** Returns ob1's parameters; the defaults here. */
    Ob1Config config() {
        return Ob1Config.defaults();
    }

    @Override
    protected Pml pml(FakeRank rank) {
        R2Bml bml = new R2Bml(links(rank), rank.proc(rank.rank()));
        Ob1Config config = config().withFirstSequence(firstNumber()).withUnexpectedPause(PAUSE);
        return new Ob1Pml(config, bml, rank.activeMessages(), rank.engine());
    }
}
