package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class SuggestionsTest {
    private static final List<String> KNOWN =
            List.of(
                    "btl",
                    "btl_base_verbose",
                    "btl_tcp_if_include",
                    "btl_tcp_if_exclude",
                    "btl_tcp_eager_limit",
                    "btl_shm_eager_limit",
                    "btl_tcp_links",
                    "mpi_yield_when_idle",
                    "pml_ob1_priority");

    @ParameterizedTest
    @CsvSource({
        "btl_tcp_if_inlcude, btl_tcp_if_include",
        "btl_tcp_ifinclude, btl_tcp_if_include",
        "btl_tcp_link, btl_tcp_links",
        "blt, btl",
        "yield_when_idle, mpi_yield_when_idle",
        "mpi_yield_idle, mpi_yield_when_idle",
        "btl_eager_limit, btl_shm_eager_limit",
        "BTL_TCP_LINKS, btl_tcp_links",
        "pml_ob1_prioirty, pml_ob1_priority",
    })
    void theMeantNameIsFirst(String typed, String meant) {
        assertThat(Suggestions.nearest(typed, KNOWN)).first().isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({"zzz", "frobnicate_the_widget", "x"})
    void nothingNear(String typed) {
        assertThat(Suggestions.didYouMean(typed, KNOWN)).isEmpty();
    }

    @Property(tries = 200)
    void distanceIsSymmetricAndZeroForEqualsOnly(
            @ForAll @AlphaChars @StringLength(max = 8) String a,
            @ForAll @AlphaChars @StringLength(max = 8) String b) {
        int distance = Suggestions.distance(a, b);
        assertThat(distance).isEqualTo(Suggestions.distance(b, a));
        assertThat(distance == 0).isEqualTo(a.equals(b));
        assertThat(distance).isLessThanOrEqualTo(Math.max(a.length(), b.length()));
    }
}
