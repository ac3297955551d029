package org.strata.testkit;

import org.strata.mca.oob.Oob;

import java.util.List;

final class FakeOobContractTest extends OobContract {
    @Override
    protected List<Oob> open(int size) {
        return FakeJob.of(size).ranks().stream().map(FakeRank::oob).toList();
    }

    @Override
    protected void close(List<Oob> opened) {}
}
