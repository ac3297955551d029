package org.strata.tests.system.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.JobRunner.Running;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What breaks while long messages are under way over openib, with every protocol that moves them:
 * {@code mvn verify -Pmatrix}. {@code OpenibFaultsTest} has one of each kind.
 */
@Tag("matrix")
@Timeout(value = 1, unit = TimeUnit.HOURS)
class MatrixFaultsTest {
    /**
     * 64 messages per rank, each one request: a pair that breaks at the 30th is needed again. With
     * 32 the last ones may have landed before, and nobody would meet the break.
     */
    private static final int QUEUED_ROUNDS = 4;

    static Stream<Arguments> faults() {
        return Stream.of("device", "port", "qp")
                .flatMap(fault ->
                        Stream.of("inline", "engine")
                                .flatMap(mode ->
                                        Stream.of(Protocol.values())
                                                .flatMap(protocol ->
                                                        Stream.of(7, 60)
                                                                .map(after ->
                                                                        Arguments.of(
                                                                                fault, after, mode,
                                                                                protocol)))));
    }

    @ParameterizedTest(name = "{0} at request {1}, {2}, {3}")
    @MethodSource("faults")
    void messagesSurvive(String fault, int after, String mode, Protocol protocol) {
        survives(fault, after, mode, protocol);
        System.out.println("matrix fault ok: " + List.of(fault, after, mode, protocol));
    }

    static Stream<Arguments> faultsOfQueues() {
        return Stream.of("device", "port", "qp")
                .flatMap(fault ->
                        Stream.of("inline", "engine")
                                .flatMap(mode ->
                                        Stream.of(7, 30)
                                                .map(after -> Arguments.of(fault, after, mode))));
    }

    /** As above, with the adapter whose receive queues match the messages. */
    @ParameterizedTest(name = "{0} at request {1}, {2}")
    @MethodSource("faultsOfQueues")
    void messagesOfQueuesSurvive(String fault, int after, String mode) {
        Result result =
                faulty(
                        bulk(
                                Protocol.PIPELINE,
                                QUEUED_ROUNDS,
                                parameters("soft0", fault, after, mode, "pml", "tupleq")),
                        fault);
        assertThat(result.err()).containsPattern("pml_tupleq_queues +[1-9]");
        System.out.println("matrix fault ok: " + List.of(fault, after, mode, "tupleq"));
    }

    @ParameterizedTest
    @EnumSource
    void aKilledPeerEndsTheJob(Protocol protocol) {
        endsWithAKilledPeer(protocol);
        System.out.println("matrix kill ok: " + protocol);
    }

    /** Receives of queues that the peer will never fill. */
    @ParameterizedTest
    @ValueSource(strings = {"inline", "engine"})
    void aKilledPeerOfQueuesEndsTheJob(String mode) {
        endsWithAKilledPeer(
                bulk(Protocol.PIPELINE, 1_000_000, "pml", "tupleq", "verbs_soft_mode", mode));
        System.out.println("matrix kill ok: tupleq, " + mode);
    }

    /** One of two adapters, its port or one of its queue pairs fails amid long messages. */
    static void survives(String fault, int after, String mode, Protocol protocol) {
        faulty(bulk(protocol, 2, parameters("soft1", fault, after, mode)), fault);
    }

    private static String[] parameters(
            String device, String fault, int after, String mode, String... further) {
        List<String> parameters = new ArrayList<>(List.of(further));
        parameters.addAll(List.of("verbs_soft_mode", mode, "verbs_soft_devices", "2"));
        parameters.addAll(List.of("verbs_soft_fault", fault, "verbs_soft_fault_device", device));
        parameters.addAll(List.of("verbs_soft_fault_after", "" + after));
        parameters.addAll(List.of("btl_openib_rdma_pipeline_frag_size", "64k"));
        parameters.addAll(List.of("mpi_spc_dump_enabled", "1"));
        return parameters.toArray(String[]::new);
    }

    private static Result faulty(JobRunner job, String fault) {
        Result result = job.run().ok();
        assertThat(result.text()).contains("ok, ");
        switch (fault) {
            case "device" -> assertThat(result.message()).contains("DEVICE_FATAL");
            case "port" -> assertThat(result.message()).contains("PORT_ERR");
            default -> assertThat(breaks(result.err())).isPositive();
        }
        return result;
    }

    /** Returns how many connections broke, and lanes, which carry what queues match. */
    private static long breaks(String text) {
        Matcher lines = Pattern.compile(" btl_openib_(?:lane_)?breaks +(\\d+)").matcher(text);
        return lines.results().mapToLong(line -> Long.parseLong(line.group(1))).sum();
    }

    static void endsWithAKilledPeer(Protocol protocol) {
        endsWithAKilledPeer(bulk(protocol, 1_000_000));
    }

    /** The job says who was killed, and by what. */
    private static void endsWithAKilledPeer(JobRunner endless) {
        try (Running job = endless.start()) {
            Pattern victim = Pattern.compile("rank 1 is process (\\d+)\n");
            String out =
                    job.awaitOut(text -> text.contains("moving") && victim.matcher(text).find());
            Matcher matcher = victim.matcher(out);
            assertThat(matcher.find()).isTrue();
            JobRunner.kill("KILL", Long.parseLong(matcher.group(1)));
            Result result = job.await().failed(137);
            assertThat(result.message())
                    .contains("Rank 1 was probably killed by a signal")
                    .contains("137 (128+9: probably SIGKILL)");
        }
    }

    /** Returns a job of two ranks that exchange long messages. */
    static JobRunner bulk(Protocol protocol, int rounds, String... parameters) {
        List<String> words = new ArrayList<>(List.of("-np", "2", "--oversubscribe"));
        words.addAll(List.of("--mca", "btl", "self,openib", "--mca", "btl_openib_provider"));
        words.addAll(List.of("soft", "--mca", "pml_ob1_rdma_protocol", protocol.value()));
        for (int i = 0; i < parameters.length; i += 2) {
            words.addAll(List.of("--mca", parameters[i], parameters[i + 1]));
        }
        words.addAll(
                List.of(
                        "java",
                        JobRunner.JVM,
                        "-cp",
                        JobRunner.classes(),
                        BulkProgram.class.getName()));
        words.addAll(List.of("1", "" + rounds, "" + (4 << 20)));
        return JobRunner.mpirun(words.toArray(String[]::new));
    }
}
