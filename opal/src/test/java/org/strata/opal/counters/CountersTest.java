package org.strata.opal.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.strata.opal.counters.Counters.Counter;
import org.strata.opal.counters.Counters.Kind;

/** Counters as tools read them. */
class CountersTest {
    @Test
    void valuesAreThoseOfTheMomentInOrder() {
        long[] values = {1, 2};
        Counters counters = new Counters();
        counters.add("z_sum", "how many", () -> values[0]);
        counters.add("a_peak", "most", Kind.PEAK, () -> values[1]);
        assertThat(counters.all())
                .extracting(Counter::name, Counter::help, Counter::kind)
                .containsExactly(
                        tuple("z_sum", "how many", Kind.SUM), tuple("a_peak", "most", Kind.PEAK));
        values[0] = 7;
        assertThat(counters.read().toString()).isEqualTo("{z_sum=7, a_peak=2}");
    }
}
