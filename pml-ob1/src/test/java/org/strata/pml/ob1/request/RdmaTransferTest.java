package org.strata.pml.ob1.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.bml.BtlLink;
import org.strata.pml.ob1.wire.WirePair;

import java.util.ArrayList;
import java.util.List;

class RdmaTransferTest {
    private static final int LANES = 3;

    private final WirePair pair = new WirePair(LANES, 0);
    private final BtlLink[] links = pair.side(0).endpoint.bml.send;
    private final RdmaTransfer transfer = new RequestPools(pair.side(0).headers).transfer();
    private final List<Lane> lanes = new ArrayList<>();

    @AfterEach
    void close() {
        pair.close();
    }

    private void addLanes(long... shares) {
        for (int i = 0; i < shares.length; i++) {
            Lane lane = transfer.addLane();
            lane.reset(links[i], i);
            lane.share = shares[i];
            lanes.add(lane);
        }
    }

    @Test
    void theLaneThatIsFurthestBehindItsShareIsNext() {
        links[0].weight = 0.5;
        links[1].weight = 0.3;
        links[2].weight = 0.2;
        addLanes(500, 300, 200);
        assertThat(transfer.pick(0)).as("the first of equals").isSameAs(lanes.get(0));
        lanes.get(0).share -= 10;
        lanes.get(2).share -= 10;
        assertThat(transfer.pick(0)).isSameAs(lanes.get(1));
        lanes.get(1).share -= 7;
        assertThat(transfer.pick(0)).isSameAs(lanes.get(0));
    }

    @Test
    void lanesThatWereTriedOrAreDeadAreLeftOut() {
        addLanes(3, 3, 3);
        for (int tried = 0; tried < 1 << LANES; tried++) {
            int first = Integer.numberOfTrailingZeros(~tried);
            assertThat(transfer.pick(tried)).isSameAs(first < LANES ? lanes.get(first) : null);
        }
        lanes.get(0).dead = true;
        assertThat(transfer.pick(0)).isSameAs(lanes.get(1));
        assertThat(transfer.pick(0b110)).isNull();
    }

    /** Pieces end in any order; those that are left keep their places. */
    @Test
    void piecesUnderWay() {
        List<Piece> pieces = new ArrayList<>();
        transfer.reads = true;
        for (int i = 0; i < 20; i++) {
            Piece piece = new Piece((ended, rc) -> {});
            piece.ordered = i % 4 == 0;
            pieces.add(piece);
            transfer.add(piece);
        }
        assertThat(transfer.reading()).isEqualTo(15);
        while (!pieces.isEmpty()) {
            transfer.remove(pieces.remove(pieces.size() / 3));
            List<Piece> left = new ArrayList<>();
            for (int i = 0; i < transfer.outstanding(); i++) {
                left.add(transfer.piece(i));
            }
            assertThat(left).containsExactlyInAnyOrderElementsOf(pieces);
        }
        transfer.reads = false;
        transfer.add(new Piece((ended, rc) -> {}));
        assertThat(transfer.reading()).as("the sender writes").isZero();
    }
}
