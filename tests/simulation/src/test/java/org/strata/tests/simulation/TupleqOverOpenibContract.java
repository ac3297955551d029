package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.strata.bml.r2.R2Bml;
import org.strata.mca.pml.Pml;
import org.strata.pml.ob1.Ob1Config;
import org.strata.pml.ob1.Ob1Pml;
import org.strata.pml.tupleq.TupleqConfig;
import org.strata.pml.tupleq.TupleqPml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.PmlContract;
import org.strata.testkit.WiredBtls;

/** Over one openib port per rank, whose adapter is software, in this JVM. */
@Tag("contract")
abstract class TupleqOverOpenibContract extends PmlContract {
    private final TupleqConfig config;
    private final String mode;

    TupleqOverOpenibContract(TupleqSettings settings, String mode) {
        config = settings.config();
        this.mode = mode;
    }

    @Override
    protected Pml pml(FakeRank rank) {
        R2Bml bml =
                new R2Bml(
                        WiredBtls.of(
                                rank,
                                "btl",
                                "self,openib",
                                "btl_openib_first_sequence",
                                Integer.toString(firstNumber()),
                                "btl_openib_provider",
                                "soft",
                                "verbs_soft_mode",
                                mode),
                        rank.proc(rank.rank()));
        Ob1Config ob1 =
                Ob1Config.defaults().withFirstSequence(firstNumber()).withUnexpectedPause(PAUSE);
        Ob1Pml below = new Ob1Pml(ob1, bml, rank.activeMessages(), rank.engine());
        return new TupleqPml(
                config,
                below,
                bml,
                rank.oob(),
                rank.engine(),
                rank.rank(),
                notice -> assertThat(notice).as("no notice").isEmpty());
    }
}
