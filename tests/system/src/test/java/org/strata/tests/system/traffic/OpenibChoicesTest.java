package org.strata.tests.system.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Mixed traffic of several processes over the software adapter, with what btl openib has beside its
 * defaults: credits by demand, rings of learned sizes, first contact by datagrams, paging on
 * demand. What ranks count shows that the choice was in use.
 */
@BesideOthers
class OpenibChoicesTest {
    private static final boolean PORTABLE = "portable".equals(System.getenv("STRATA_PLATFORM"));

    private static final int ROUNDS = 2;

    /** The first adapter is at a memory node that this host does not have. */
    private static final String[] FAR = {
        "verbs_soft_devices",
        "2",
        "verbs_soft_memory_nodes",
        "9999,",
        "btl_base_verbose",
        "40",
        "pml_ob1_show_protocols",
        "1",
    };

    private static final Pattern COUNTER = Pattern.compile("btl_openib_([a-z_]+)\\s+(\\d+)$");

    /**
     * Ranks, parameters, and a counter that some rank must have moved; each choice in the first
     * three rows.
     */
    static Stream<Arguments> choices() {
        return Stream.of(
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
                        "btl_openib_srq_credits demand btl_openib_srq_rd_max 32"
                                + " btl_openib_srq_share_min 1 btl_openib_use_eager_rdma 0",
                        "credit_messages"),
                Arguments.of(
                        3,
                        "btl_openib_first_contact ud btl_openib_srq_credits demand"
                                + " btl_openib_eager_rdma_learn 1 verbs_soft_mode engine",
                        "datagrams_sent"),
                Arguments.of(
                        4,
                        "btl_openib_eager_rdma_learn 1 btl_openib_use_eager_rdma 1"
                                + " btl_openib_eager_rdma_threshold 1",
                        "fast_opens"),
                Arguments.of(4, "btl_openib_first_contact ud", "datagrams_received"),
                Arguments.of(
                        3,
                        "verbs_soft_devices 2 verbs_soft_memory_nodes 9999,"
                                + " btl_openib_ib_service_level 3 btl_openib_ib_service_level_low 1"
                                + " btl_openib_ib_traffic_class 104",
                        "fast_sent"));
    }

    /** The software adapter as one that cannot: one line, and all goes on. */
    @Test
    @LongRun
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
                .contains("soft0 cannot page registered memory on demand")
                .containsOnlyOnce("memory is pinned, as with btl_openib_registration pinned");
    }

    /**
     * The first of two adapters is at a memory node that this host does not have, so that the
     * second is nearer to any processor; in portable mode nobody knows, and both are used.
     */
    @Test
    void theAdapterNearToTheRankIsUsed() {
        String near = links(FAR);
        assertThat(near).contains("soft1:1");
        assertThat(near.contains("soft0:1")).isEqualTo(PORTABLE);
    }

    @Test
    @LongRun
    void bothAdaptersAreUsedWhenAskedFor() {
        List<String> both = new ArrayList<>(List.of(FAR));
        both.addAll(List.of("btl_openib_ignore_locality", "true"));
        assertThat(links(both.toArray(new String[0]))).contains("soft1:1", "soft0:1");
    }

    /**
     * Returns the lines of ob1's table of protocols that name links; verbose lines name their
     * framework.
     */
    private static String links(String[] options) {
        JobRunner.Result result = Transport.OPENIB.job(2, options, 39, 1, 200_000).run().ok();
        String all = result.text() + "\n" + result.err();
        int farthest = PORTABLE ? 10 : 20;
        assertThat(all)
                .contains("openib(soft0:1): distance to this process's processors " + farthest)
                .contains("openib(soft1:1): distance to this process's processors 10")
                .contains("GID 0 is ");
        return all.lines()
                .filter(line -> line.contains("openib(") && !line.contains(" btl: "))
                .collect(Collectors.joining("\n"));
    }

    /** What the message proposes runs. */
    @Test
    @LongRun
    void anAdapterWithoutExtendedConnectionsNamesWhatWorksInstead() {
        String queues = "X,256,64:X,4096,64:X,65536,64";
        String[] options = {"verbs_soft_xrc", "false", "btl_openib_receive_queues", queues};
        JobRunner.Result refused = Transport.OPENIB.job(2, options, 39, 1, 200_000).run();
        assertThat(refused.code()).isNotZero();
        String text = refused.message();
        assertThat(text).contains("(X), which soft0 does not have: it is not used");
        Matcher proposed = Pattern.compile("--mca btl_openib_receive_queues (S\\S+)").matcher(text);
        assertThat(proposed.find()).as(text).isTrue();
        options[3] = proposed.group(1);
        Transport.OPENIB.job(2, options, 39, 1, 200_000).run().ok();
    }

    /** All that asks for an entry which no port has is one line that names those there are. */
    @Test
    @LongRun
    void anEntryOfTheGidTableThatIsNotThereIsNamed() {
        String[] options = {"btl_openib_gid_index", "5", "btl", "self,openib"};
        JobRunner.Result result = Transport.OPENIB.job(2, options, 39, 1, 200_000).run();
        assertThat(result.code()).isNotZero();
        assertThat(result.message())
                .contains("soft0:1 has no entry 5 in its GID table (btl_openib_gid_index)")
                .contains("It has: 0 (RoCE v2, ");
    }

    /** All ranks are on one node. */
    @Test
    void ranksOfANodeShareTheQueuePairsThatLeadThere() {
        assertThat(initiators(0)).isEqualTo(2);
    }

    /** As if the ranks were on two nodes. */
    @Test
    @LongRun
    void ranksOfADomainShareTheQueuePairsThatLeadThere() {
        assertThat(initiators(2)).isEqualTo(4);
    }

    private static long initiators(int ranksOfADomain) {
        List<String> options =
                List.of(
                        "mpi_spc_dump_enabled",
                        "1",
                        "btl_openib_receive_queues",
                        "X,4096,64:X,65536,64",
                        "btl_openib_xrc_per_node",
                        "true",
                        "btl_openib_xrc_domain_ranks",
                        "" + ranksOfADomain);
        return run(4, options, 39, ROUNDS, "node_initiators");
    }

    @ParameterizedTest(name = "{0} ranks with {1}")
    @UsualRows(1)
    @MethodSource("choices")
    void mixedTrafficArrives(int ranks, String parameters, String counter) {
        List<String> options = new ArrayList<>(List.of("mpi_spc_dump_enabled", "1"));
        options.addAll(List.of(parameters.split(" ")));
        long used = 0;
        // Two rounds have few messages that can go the way that is asked for, and a message that
        // comes before its receive goes another: each further try has twice as many.
        int rounds = ROUNDS;
        for (int seed = 39; used == 0 && seed < 44; seed++) {
            used = run(ranks, options, seed, rounds, counter);
            rounds *= 2;
        }
        assertThat(used).as(counter).isPositive();
    }

    /** Returns what the rank with most of it has counted. */
    private static long run(int ranks, List<String> options, int seed, int rounds, String counter) {
        String[] words = options.toArray(new String[0]);
        JobRunner job = Transport.OPENIB.job(ranks, words, seed, rounds, 200_000);
        JobRunner.Result result = job.run().ok();
        Map<String, Long> most = new TreeMap<>();
        for (String line : (result.text() + "\n" + result.err()).split("\n")) {
            Matcher found = COUNTER.matcher(line);
            if (found.find()) {
                most.merge(found.group(1), Long.parseLong(found.group(2)), Math::max);
            }
        }
        assertThat(most).as(result.text()).containsKey(counter);
        assertThat(most.getOrDefault("datagrams_refused", 0L)).isZero();
        return most.get(counter);
    }
}
