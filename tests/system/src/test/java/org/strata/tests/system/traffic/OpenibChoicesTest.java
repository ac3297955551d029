package org.strata.tests.system.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Mixed traffic of several processes over the software adapter, with what btl openib has beside its
 * defaults: credits by demand, rings of learned sizes, first contact by datagrams, paging on
 * demand. What ranks count shows that the choice was in use.
 */
@BesideOthers
class OpenibChoicesTest {
    private static final Pattern COUNTER = Pattern.compile("btl_openib_([a-z_]+)\\s+(\\d+)$");

    /**
     * Ranks, parameters, and a counter that some rank must have moved; all choices in five rows.
     */
    static Stream<Arguments> choices() {
        return Stream.of(
                Arguments.of(
                        4,
                        "btl_openib_srq_credits demand btl_openib_srq_rd_max 32"
                                + " btl_openib_srq_share_min 1 btl_openib_use_eager_rdma 0",
                        "credit_messages"),
                Arguments.of(
                        4,
                        "btl_openib_srq_credits demand btl_openib_eager_rdma_learn 1"
                                + " verbs_soft_mode engine btl_openib_use_eager_rdma 1"
                                + " btl_openib_eager_rdma_threshold 1",
                        "fast_sent"),
                Arguments.of(
                        5,
                        "btl_openib_first_contact ud btl_openib_first_contact_messages 1000"
                                + " btl_openib_first_contact_receives 8"
                                + " btl_openib_first_contact_retransmit 2 btl_openib_use_srq 1",
                        "datagrams_received"),
                Arguments.of(
                        3,
                        "btl_openib_first_contact ud btl_openib_srq_credits demand"
                                + " btl_openib_eager_rdma_learn 1 verbs_soft_mode engine",
                        "datagrams_sent"),
                // Messages short enough for this test are registered only with these sizes.
                Arguments.of(
                        2,
                        "btl_openib_registration on_demand pml_ob1_rdma_protocol pipeline"
                                + " btl_openib_min_rdma_pipeline_size 16k"
                                + " btl_openib_rdma_pipeline_send_length 16k"
                                + " btl_openib_rdma_pipeline_frag_size 32k",
                        "on_demand_registrations"),
                Arguments.of(
                        4,
                        "btl_openib_eager_rdma_learn 1 btl_openib_use_eager_rdma 1"
                                + " btl_openib_eager_rdma_threshold 1",
                        "fast_opens"),
                Arguments.of(4, "btl_openib_first_contact ud", "datagrams_received"));
    }

    /** The software adapter as one that cannot: one line, and all goes on. */
    @Test
    void anAdapterWithoutPagingOnDemandSaysSoAndPins() {
        JobRunner job =
                Transport.OPENIB.job(
                        2,
                        new String[] {
                            "btl_openib_registration", "on_demand", "verbs_soft_on_demand", "false"
                        },
                        39,
                        1,
                        200_000);
        JobRunner.Result result = job.run().ok();
        assertThat(result.err())
                .containsOnlyOnce("soft0 cannot page registered memory on demand")
                .contains("btl_openib_registration pinned");
    }

    @ParameterizedTest(name = "{0} ranks with {1}")
    @UsualRows(5)
    @MethodSource("choices")
    void mixedTrafficArrives(int ranks, String parameters, String counter) {
        List<String> options = new ArrayList<>(List.of("mpi_spc_dump_enabled", "1"));
        options.addAll(List.of(parameters.split(" ")));
        JobRunner job = Transport.OPENIB.job(ranks, options.toArray(new String[0]), 39, 2, 200_000);
        JobRunner.Result result = job.run().ok();
        Map<String, Long> most = new TreeMap<>();
        for (String line : (result.text() + "\n" + result.err()).split("\n")) {
            Matcher found = COUNTER.matcher(line);
            if (found.find()) {
                most.merge(found.group(1), Long.parseLong(found.group(2)), Math::max);
            }
        }
        assertThat(most).as(result.text()).containsKey(counter);
        assertThat(most.get(counter)).as(counter).isPositive();
        assertThat(most.getOrDefault("datagrams_refused", 0L)).isZero();
    }
}
