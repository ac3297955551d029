package org.strata.pml.tupleq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which lanes are free, and in which order others wait. */
final class LaneTableTest {
    @Test
    void theLowestFreeLaneIsNextAndTheExpressLaneNever() {
        LaneTable<String> lanes = new LaneTable<>(2);
        assertThat(lanes.express()).isEqualTo(2);
        assertThat(lanes.free()).isZero();
        lanes.occupy(0, "a");
        lanes.occupy(0, "a");
        assertThat(lanes.free()).isEqualTo(1);
        lanes.occupy(1, "b");
        assertThat(lanes.free()).isEqualTo(-1);
        lanes.vacate(0);
        assertThat(lanes.free()).isZero();
    }

    @Test
    void aPeerWithoutQueuesHasNoLane() {
        assertThat(new LaneTable<String>(0).free()).isEqualTo(-1);
    }

    @Test
    void theOldestWaitsFirst() {
        LaneTable<String> lanes = new LaneTable<>(1);
        lanes.park("a");
        lanes.park("b");
        lanes.park("c");
        lanes.unpark("b");
        assertThat(lanes.parked()).containsExactly("a", "c");
    }
}
