package org.strata.ess.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.ess.base.GuestJob;
import org.strata.ess.base.JobLock;
import org.strata.mca.ess.EssComponent.EssException;
import org.strata.mca.ess.EssComponent.Membership;
import org.strata.oob.client.OobClient;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PmiComponentTest {
    @TempDir Path directory;

    private final BlockingQueue<String> halts = new LinkedBlockingQueue<>();

    private CompletableFuture<Membership> join(FakePmi server, int rank) {
        return join(server, rank, null);
    }

    private CompletableFuture<Membership> join(FakePmi server, int rank, Path secretFile) {
        Map<String, String> environment = new HashMap<>(server.descriptor(rank));
        if (secretFile != null) {
            environment.put("STRATA_SECRET_FILE", secretFile.toString());
        }
        PmiComponent component =
                server.rank(environment, "x", code -> halts.add("halt " + rank + " " + code));
        CompletableFuture<Membership> joined = new CompletableFuture<>();
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        joined.complete(component.join());
                    } catch (EssException e) {
                        joined.completeExceptionally(e);
                    }
                });
        return joined;
    }

    private PmiComponent component(Map<String, String> environment) {
        return new PmiComponent(new PmiConfig(1000), config -> null, environment, code -> {});
    }

    @Test
    void theServersNumbersAreTaken() throws Exception {
        try (FakePmi server = new FakePmi(1, directory)) {
            Membership only = join(server, 0).join();
            assertThat(only.environment().universeSize()).isEqualTo(7);
            assertThat(only.environment().appNum()).isZero();
            try (var files = Files.list(directory)) {
                assertThat(files).hasSize(1);
            }
            only.environment().reportFinalized();
            only.environment().close();
            assertThat(server.event()).isEqualTo("finalize 0");
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void aRankThatIsLostEndsTheOthers() throws Exception {
        try (FakePmi server = new FakePmi(2, directory)) {
            var first = join(server, 0);
            var second = join(server, 1);
            first.join();
            ((AutoCloseable) second.join().oob()).close();
            assertThat(server.event()).isEqualTo("abort 0 1");
            assertThat(halts.poll(20, TimeUnit.SECONDS)).isEqualTo("halt 0 1");
        }
    }

    @Test
    void abortReachesLauncherAndRanks() throws Exception {
        try (FakePmi server = new FakePmi(2, directory)) {
            var first = join(server, 0);
            var second = join(server, 1);
            first.join();
            Thread.ofPlatform()
                    .daemon()
                    .start(() -> second.join().environment().abort(0x107, null));
            assertThat(new String[] {server.event(), server.event()})
                    .containsExactlyInAnyOrder("abort 0 7", "abort 1 7");
            assertThat(halts.poll(20, TimeUnit.SECONDS)).isEqualTo("halt 0 7");
            // The other one follows when its connection ends.
            String next = halts.poll(20, TimeUnit.SECONDS);
            while (next != null && !next.startsWith("halt 1")) {
                next = halts.poll(20, TimeUnit.SECONDS);
            }
            assertThat(next).startsWith("halt 1 ");
        }
    }

    @Test
    void aLauncherThatDiesWhileRanksJoin() throws Exception {
        try (FakePmi server = new FakePmi(2, directory)) {
            var first = join(server, 0);
            server.cut();
            assertThatThrownBy(first::join).hasMessageContaining("PMI_FD");
        }
    }

    /** No launcher of ours sweeps there: what killed jobs have left, the next guest removes. */
    @Test
    void theFirstRankOfAHostRemovesWhatDeadJobsHaveLeft() throws Exception {
        Path dead = Files.createFile(directory.resolve("strata.4711-ab.segment"));
        Files.createFile(directory.resolve("strata.4711-ab" + JobLock.SUFFIX));
        Path alive = Files.createFile(directory.resolve("strata.4712-ab.segment"));
        try (FakePmi server = new FakePmi(1, directory);
                JobLock lock = JobLock.take(directory, "strata.4712-ab")) {
            Membership only = join(server, 0).join();
            assertThat(dead).doesNotExist();
            assertThat(directory.resolve("strata.4711-ab" + JobLock.SUFFIX)).doesNotExist();
            assertThat(alive).exists();
            only.environment().reportFinalized();
            only.environment().close();
            assertThat(lock).isNotNull();
        }
    }

    /** PMI-1 shows its values to whoever connects: with a file they are not enough to join. */
    @Test
    void whoReadsTheLaunchersValuesCannotJoinWithoutTheFile() throws Exception {
        Path file = Files.writeString(directory.resolve("secret"), "0123456789abcdef");
        try (FakePmi server = new FakePmi(2, Files.createDirectory(directory.resolve("shm")))) {
            var first = join(server, 0, file);
            var second = join(server, 1, file);
            first.join();
            second.join();
            String card = server.published("contact");
            List<String> words =
                    new String(Base64.getUrlDecoder().decode(card), StandardCharsets.UTF_8)
                            .lines()
                            .toList();
            byte[] published = HexFormat.of().parseHex(words.get(2).substring(1));
            InetSocketAddress address =
                    new InetSocketAddress(words.get(0), Integer.parseInt(words.get(1)));
            OobClient.Ticket ticket = new OobClient.Ticket(address, published, 1, 1, 1000);
            assertThatThrownBy(() -> OobClient.join(ticket, why -> {}, Thread::new))
                    .isInstanceOf(IOException.class);
            assertThat(second.join().environment().size()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, set for rank 0, and not for this", "1, set for this rank, and not for rank 0"})
    void aFileThatSomeRanksLackIsNamed(int has, String message) throws Exception {
        Path file = Files.writeString(directory.resolve("secret"), "0123456789abcdef");
        try (FakePmi server = new FakePmi(2, Files.createDirectory(directory.resolve("shm")))) {
            join(server, 0, has == 0 ? file : null);
            var second = join(server, 1, has == 1 ? file : null);
            assertThatThrownBy(second::join).hasMessageContaining(message);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "PMI_FD=9; PMI_SIZE",
                "PMI_FD=x PMI_SIZE=1 PMI_RANK=0; PMI_FD = x",
                "PMI_FD=-1 PMI_SIZE=1 PMI_RANK=0; PMI_FD = -1",
                "PMI_FD=9 PMI_SIZE=2 PMI_RANK=2; PMI_RANK = 2",
                "PMI_FD=9 PMI_SIZE=99999999 PMI_RANK=2; PMI_SIZE",
                "PMI_FD=999999 PMI_SIZE=1 PMI_RANK=0; errno 9",
                "PMI_PORT=here PMI_ID=0; HOST:PORT",
                "PMI_PORT=here:99999 PMI_ID=0; HOST:PORT",
                "PMI_PORT=here:9; PMI_ID",
                "SLURM_STEP_ID=0 SLURM_STEP_NUM_TASKS=2; --mpi=pmi2",
            })
    void damagedVariables(String variables, String message) {
        Map<String, String> environment =
                Arrays.stream(variables.split(" "))
                        .map(word -> word.split("=", 2))
                        .collect(Collectors.toMap(w -> w[0], w -> w[1]));
        PmiComponent component = component(environment);
        assertThat(component.available()).isTrue();
        assertThatThrownBy(component::join)
                .isInstanceOf(EssException.class)
                .hasMessageContaining(message);
    }

    @Test
    void stepsWithPmixOrOfOneTaskAreNotOurs() {
        assertThat(component(Map.of("SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "1")).available())
                .isFalse();
        assertThat(
                        component(
                                        Map.of(
                                                "SLURM_STEP_ID", "0",
                                                "SLURM_STEP_NUM_TASKS", "2",
                                                "PMIX_RANK", "0"))
                                .available())
                .isFalse();
    }

    /** A server that answers anything ends MPI.Init with a message, whatever it says. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cmd=initack\ncmd=set size=2\ncmd=set rank=2\ncmd=set debug=0\n",
                "cmd=set size=-2\n",
                "cmd=set size=many\n",
                "x\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\n",
                "cmd=set size=1 rank=0 debug=0\ncmd=response_to_init rc=-1\n",
                "cmd=set size=1 rank=0 debug=0\ncmd=finalize\n",
                "cmd=set size=1 rank=0 debug=0\ncmd=response_to_init\ncmd=maxes vallen_max=0\n",
                "cmd=set size=1 rank=0 debug=0\n"
                        + "cmd=response_to_init\n"
                        + "cmd=maxes vallen_max=9\n"
                        + "cmd=appnum appnum=0\n"
                        + "cmd=universe_size size=1\n"
                        + "cmd=my_kvsname kvsname=k\n",
                "",
                "LONG"
            })
    void answersOfABadServer(String answers) throws IOException {
        byte[] bytes =
                answers.equals("LONG")
                        ? new byte[PmiWire.LONGEST_LINE + 10_000]
                        : answers.getBytes(StandardCharsets.US_ASCII);
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> answer(server, bytes));
            PmiComponent component =
                    new PmiComponent(
                            new PmiConfig(1000),
                            config -> new GuestJob.Setting("x", directory, "", 1000),
                            Map.of("PMI_PORT", "localhost:" + server.getLocalPort(), "PMI_ID", "0"),
                            code -> {});
            assertThatThrownBy(component::join)
                    .isInstanceOf(EssException.class)
                    .hasMessageContaining("PMI");
        }
    }

    private static void answer(ServerSocket server, byte[] bytes) {
        try (var socket = server.accept();
                OutputStream out = socket.getOutputStream()) {
            out.write(bytes);
            socket.shutdownOutput();
            socket.getInputStream().transferTo(new ByteArrayOutputStream());
        } catch (IOException e) {
            // The client has seen enough.
            assert e != null;
        }
    }
}
