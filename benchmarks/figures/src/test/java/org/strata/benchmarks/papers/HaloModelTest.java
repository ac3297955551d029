package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.strata.testkit.LongRun;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/** P4's claims in virtual time: what is asserted here is computed, not measured. */
@LongRun
class HaloModelTest {
    private static final int RANKS = 18;
    private static final int FIELDS = 4;
    private static final int WARM_CYCLES = 1;

    /** One design's use of the fast path and time. */
    private record Result(FastUse use, double micros) {}

    private static Result run(RingDesign design) {
        Multigrid pattern = new Multigrid(RANKS);
        try (HaloModel model =
                new HaloModel(
                        RANKS,
                        pattern::cycle,
                        FIELDS,
                        0,
                        new AdapterTimes().costs(),
                        design.parameters(RANKS))) {
            model.run(WARM_CYCLES);
            FastUse before = model.use();
            double micros = model.run(1);
            return new Result(model.use().since(before), micros);
        }
    }

    @Test
    void veloblockHasTheShareOfTheOriginalInTheMemoryOfTheShrunkOne() {
        Map<RingDesign, Result> results = new EnumMap<>(RingDesign.class);
        // Learned sizes take cycles until they stay; LearnedShapeTest and RingUseTest have them.
        for (RingDesign design : EnumSet.complementOf(EnumSet.of(RingDesign.LEARNED))) {
            results.put(design, run(design));
        }
        memory(results, RingDesign.NONE, 0);
        memory(results, RingDesign.FIXED_TOP, 512);
        memory(results, RingDesign.SHRUNK, 32);
        memory(results, RingDesign.FIXED_BOTTOM, 256);
        memory(results, RingDesign.VARIABLE_TOP, 64);
        memory(results, RingDesign.VARIABLE_BOTTOM, 32);
        double original = results.get(RingDesign.FIXED_TOP).use.share();
        assertThat(results.get(RingDesign.VARIABLE_BOTTOM).use.share())
                .isCloseTo(original, Offset.offset(3.0));
        assertThat(results.get(RingDesign.SHRUNK).use.share()).isLessThan(original - 15);
        double none = results.get(RingDesign.NONE).micros;
        double shrunk = results.get(RingDesign.SHRUNK).micros;
        double top = results.get(RingDesign.FIXED_TOP).micros;
        double bottom = results.get(RingDesign.VARIABLE_BOTTOM).micros;
        assertThat(shrunk).isLessThan(none);
        assertThat(top).isLessThan(shrunk);
        assertThat(bottom).isLessThanOrEqualTo(top);
    }

    private static void memory(Map<RingDesign, Result> results, RingDesign design, double kib) {
        FastUse use = results.get(design).use;
        assertThat(use.perDirection()).isEqualTo(kib);
        if (design != RingDesign.NONE) {
            assertThat(use.rings()).isEqualTo((long) RANKS * (RANKS - 1));
        }
    }
}
