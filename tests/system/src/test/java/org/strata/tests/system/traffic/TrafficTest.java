package org.strata.tests.system.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Random traffic over each transport, over both, and with every limit tiny. */
@BesideOthers
class TrafficTest {
    /** Jobs until one has a core for each rank all the time; one of five has not. */
    private static final int ATTEMPTS = 8;

    private static final Pattern FALLBACKS = Pattern.compile("pml_tupleq_fallbacks +[1-9]");

    static final long SEED = Long.getLong("seed", 1);

    static void passes(JobRunner job) {
        assertThat(job.run().ok().text()).contains("\nok, ");
    }

    @ParameterizedTest
    @LongRun
    @CsvSource({"4,SHM,1", "8,SHM,1", "2,LINKS,3", "3,OPENIB,2", "4,TCP,2", "2,SHM,3", "3,BOTH,3"})
    void roomy(int ranks, Transport transport, int rounds) {
        passes(transport.job(ranks, new String[0], SEED, rounds, 300_000));
    }

    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"4,SHM,2", "3,BOTH,2", "3,TCP,2", "2,SHM,3"})
    void everyLimitTiny(int ranks, Transport transport, int rounds) {
        passes(transport.job(ranks, Transport.tiny(), SEED, rounds, 3000));
    }

    /** Calls that find no resource, delays, descriptors that take only part. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"3,BOTH", "3,ADAPTERS"})
    void faults(int ranks, Transport transport) {
        String[] faults = {
            "btl_fault_wrap", "self,shm,tcp,openib",
            "btl_fault_seed", "" + SEED,
            "btl_fault_no_resource", "0.2",
            "btl_fault_partial", "0.3",
            "btl_fault_delay", "0.05",
            "btl_fault_delay_max", "200"
        };
        passes(transport.job(ranks, faults, SEED, 8, 100_000));
    }

    /** Adapters with next to nothing, and both decorators around them. */
    @Test
    @LongRun
    void everyLimitOfAdaptersTinyWithFaultsAndTraces() {
        List<String> options = new ArrayList<>(List.of(Transport.tiny()));
        options.addAll(List.of("btl_trace_wrap", "openib", "btl_trace_file", "/dev/null"));
        options.addAll(List.of("btl_fault_wrap", "openib", "btl_fault_seed", "" + SEED));
        options.addAll(List.of("btl_fault_no_resource", "0.2", "btl_fault_partial", "0.3"));
        options.addAll(List.of("btl_fault_delay", "0.05", "btl_fault_delay_max", "200"));
        passes(Transport.OPENIB.job(3, options.toArray(new String[0]), SEED, 2, 3000));
    }

    /** One of two links to each peer dies in the middle of the traffic. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"shm", "tcp"})
    void aLinkDies(String victim) {
        String[] faults = {
            "btl_fault_wrap",
            victim,
            "btl_fault_seed",
            "" + SEED,
            "btl_fault_link_death_after",
            "300"
        };
        passes(Transport.BOTH.job(3, faults, SEED, 8, 100_000));
    }

    /**
     * Adapters that deliver the bytes of a message in any order: nothing is read before it is
     * whole, whichever rings the user wants.
     */
    @ParameterizedTest
    @LongRun
    @CsvSource({
        "fixed_top,inline",
        "variable_top,engine",
        "fixed_bottom,inline",
        "variable_bottom,inline"
    })
    void bytesInAnyOrder(String layout, String mode) {
        JobRunner.Result result = inAnyOrder(layout, mode);
        assertThat(result.text() + result.err())
                .containsPattern("btl_openib_received +[1-9]")
                .doesNotContainPattern("btl_openib_fast_(opens|in|out|sent|received) +[1-9]");
    }

    /** Rings whose bytes all carry a mark need no order: messages go by ring, and are whole. */
    @Test
    @LongRun
    void guardedRingsWithBytesInAnyOrder() {
        JobRunner.Result result = inAnyOrder("fixed_guarded", "inline");
        assertThat(result.text() + result.err())
                .containsPattern("btl_openib_fast_received +[1-9]")
                .doesNotContainPattern("btl_openib_fast_grants +[1-9]");
    }

    private static JobRunner.Result inAnyOrder(String layout, String mode) {
        String[] disorder = {
            "verbs_soft_delivery", "scrambled",
            "verbs_soft_delivery_seed", "" + SEED,
            "verbs_soft_mode", mode,
            "btl_openib_use_eager_rdma", "1",
            "btl_openib_eager_rdma_threshold", "1",
            "btl_openib_eager_rdma_layout", layout,
            "mpi_spc_dump_enabled", "1"
        };
        JobRunner.Result result = Transport.OPENIB.job(3, disorder, SEED, 1, 100_000).run().ok();
        assertThat(result.text()).contains("\nok, ");
        return result;
    }

    /** The same with queues that match. */
    @Test
    @LongRun
    void tuplesWithBytesInAnyOrder() {
        String shown = tuples("inline", List.of("verbs_soft_delivery", "scrambled"), "wild");
        assertThat(shown).contains("ok, ").doesNotContainPattern("btl_openib_fast_opens +[1-9]");
    }

    /** Receive queues match; a copied message that nobody receives does not stop Finalize. */
    @Test
    void tuplesWithWildcards() {
        String shown = tuples("inline", "wild", "leave");
        assertThat(shown).contains("ok, 189 messages");
        // Whether a long message comes between a return to queues and the next wildcard, and so by
        // a
        // queue, depends on what else the cores do; tuplesWithoutWildcards has those.
        for (String counter : List.of("express", "parked", "copied", "fallbacks", "handed_over")) {
            assertThat(shown).containsPattern("pml_tupleq_" + counter + " +[1-9]");
        }
    }

    /** Without wildcards, every long message is read and written where the program has it. */
    @Test
    @LongRun
    void tuplesWithoutWildcards() {
        String shown = "";
        boolean quiet = false;
        // Copies that wait for a rank without a core ask for the PML below (FLOOD), which ends it.
        for (int i = 0; i < ATTEMPTS && !quiet; i++) {
            shown = tuples("engine", "strict");
            assertThat(shown).contains("ok, 60 messages");
            quiet = !FALLBACKS.matcher(shown).find();
        }
        assertThat(shown).containsPattern("pml_tupleq_direct +20\\b");
        for (String counter : List.of("fallbacks", "bounced", "detours")) {
            assertThat(shown).doesNotContainPattern("pml_tupleq_" + counter + " +[1-9]");
        }
    }

    /** A master receives from any worker, without leaving its queues. */
    @ParameterizedTest
    @LongRun
    @CsvSource({"inline", "engine"})
    void aMasterReceivesFromAnyWorkerAtItsQueues(String mode) {
        List<String> handOver = List.of("pml_tupleq_wildcard", "handover");
        String shown = tuples(3, MasterProgram.class, mode, handOver);
        assertThat(shown)
                .contains("ok, 120 messages")
                .containsPattern("pml_tupleq_wildcards +120\\b")
                .doesNotContainPattern("pml_tupleq_fallbacks +[1-9]");
    }

    private static String tuples(String mode, String... wanted) {
        return tuples(mode, List.of(), wanted);
    }

    private static String tuples(String mode, List<String> more, String... wanted) {
        return tuples(2, TuplesProgram.class, mode, more, wanted);
    }

    private static String tuples(
            int ranks, Class<?> program, String mode, List<String> more, String... wanted) {
        List<String> options = new ArrayList<>(List.of("verbs_soft_mode", mode));
        options.addAll(List.of("pml", "tupleq", "pml_tupleq_lanes", "2"));
        options.addAll(List.of("mpi_spc_dump_enabled", "1"));
        options.addAll(more);
        String[] given = options.toArray(new String[0]);
        List<String> words = new ArrayList<>(List.of(Transport.OPENIB.words(ranks, given)));
        words.addAll(List.of("java", JobRunner.JVM, "-cp", JobRunner.classes(), program.getName()));
        words.addAll(List.of(wanted));
        JobRunner.Result result = JobRunner.mpirun(words.toArray(new String[0])).run().ok();
        return result.text() + result.err();
    }
}
