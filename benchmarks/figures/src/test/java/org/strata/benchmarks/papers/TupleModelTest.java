package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** P5's claims in virtual time: what is asserted here is computed, not measured. */
class TupleModelTest {
    private static final int SHORT = 1 << 10;
    private static final int COPIED = 8 << 10;
    private static final int LONG = 64 << 10;

    /** The first size of the goal from which on handshakes hide nothing. */
    private static final int RENDEZVOUS = 16 << 10;

    private final SimulatedTuples model = new SimulatedTuples(Assumption.with(Map.of()));

    @Test
    void theAdapterMovesWhatItHasMatched() {
        assertThat(model.availability(OverlapProtocol.TUPLEQ, 8)).isGreaterThan(70);
        assertThat(model.availability(OverlapProtocol.TUPLEQ, SHORT)).isGreaterThan(90);
        assertThat(model.availability(OverlapProtocol.TUPLEQ, LONG)).isGreaterThan(90);
        assertThat(model.availability(OverlapProtocol.TUPLEQ_COPY, LONG)).isGreaterThan(90);
    }

    @Test
    void aCopyOfTheSenderHidesAlmostAsMuch() {
        double direct = model.availability(OverlapProtocol.TUPLEQ, COPIED);
        assertThat(model.availability(OverlapProtocol.TUPLEQ_COPY, COPIED))
                .isBetween(direct - 10, direct);
    }

    @Test
    void aRendezvousWaitsForTheRankThatWorks() {
        assertThat(model.availability(OverlapProtocol.RPUT, RENDEZVOUS)).isLessThan(15);
        assertThat(model.availability(OverlapProtocol.RGET, RENDEZVOUS)).isLessThan(15);
    }

    /** Messages from any worker land while the master works; by ob1 they wait for it. */
    @Test
    void aMasterThatReceivesFromAnySourceWorksMeanwhile() {
        double specific = wildcard(WildcardModel.Way.SPECIFIC);
        double handOver = wildcard(WildcardModel.Way.HANDOVER);
        double fallback = wildcard(WildcardModel.Way.FALLBACK);
        assertThat(specific).isGreaterThan(90);
        assertThat(handOver).isBetween(50.0, specific);
        assertThat(fallback).isLessThan(15);
    }

    private double wildcard(WildcardModel.Way way) {
        return model.wildcard(way, 2 * RENDEZVOUS).availability();
    }

    @Test
    void aSweepWaitsForNoHandshake() {
        double tupleq = step(OverlapProtocol.TUPLEQ);
        double rput = step(OverlapProtocol.RPUT);
        double rget = step(OverlapProtocol.RGET);
        assertThat(tupleq).isBetween(10.0, 0.97 * rput);
        assertThat(tupleq).isLessThan(0.97 * rget);
        assertThat(rput).isBetween(0.95 * rget, 1.06 * rget);
    }

    /** Cells are equal and ranks in step: what a step takes longer is the work alone. */
    @Test
    void aStepHasAllOfItsWork() {
        SimulatedTuples even =
                new SimulatedTuples(Assumption.with(Map.of(Assumption.VARIATION, 0.0)));
        SweepCells cells = new SweepCells(52, 4);
        double less = even.step(OverlapProtocol.RGET, cells, 10_000_000);
        double more = even.step(OverlapProtocol.RGET, cells, 20_000_000);
        assertThat(more - less).isBetween(9.98, 10.02);
    }

    /** Sixteen ranks, ten milliseconds of work. */
    private double step(OverlapProtocol protocol) {
        return model.step(protocol, new SweepCells(51, 4), 10_000_000);
    }

    @Test
    void everyCellOfALayerHasOneOwnerAndItsNeighbourOwnsTheNextOne() {
        int q = 4;
        SweepCells cells = new SweepCells(51, q);
        for (int dimension = 0; dimension < SweepCells.DIMENSIONS; dimension++) {
            for (int layer = 0; layer < q; layer++) {
                Set<String> owned = new HashSet<>();
                for (int rank = 0; rank < q * q; rank++) {
                    int[] cell = cells.cell(rank, dimension, layer);
                    assertThat(cell[dimension]).isEqualTo(layer);
                    owned.add(Arrays.toString(cell));
                    int[] next = cell.clone();
                    next[dimension] = (layer + 1) % q;
                    int peer = cells.neighbour(rank, dimension, true);
                    assertThat(cells.cell(peer, dimension, next[dimension])).isEqualTo(next);
                    assertThat(cells.neighbour(peer, dimension, false)).isEqualTo(rank);
                }
                assertThat(owned).hasSize(q * q);
            }
        }
    }
}
