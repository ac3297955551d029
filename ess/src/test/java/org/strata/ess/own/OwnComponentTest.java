package org.strata.ess.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.ess.EssComponent.EssException;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.proc.Proc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Ranks of mpirun, with the control server of a real mpirun. */
class OwnComponentTest {
    @TempDir Path directory;

    private final BlockingQueue<Integer> halts = new LinkedBlockingQueue<>();
    private TestLauncher launcher;

    @BeforeEach
    void launch() throws IOException {
        launcher = new TestLauncher(directory);
    }

    @AfterEach
    void end() {
        launcher.close();
    }

    @Test
    void aRankLearnsWhoItIs() throws Exception {
        ProcessEnvironment environment = launcher.rank(2, halts::add).join().environment();
        assertThat(environment.rank()).isEqualTo(2);
        assertThat(environment.universeSize()).isEqualTo(TestLauncher.UNIVERSE);
        assertThat(environment.appNum()).isEqualTo(1);
        assertThat(environment.jobId()).isEqualTo(TestLauncher.JOB_ID);
        assertThat(environment.procs()).extracting(Proc::local).containsExactly(true, false, true);
        environment.reportInitialized();
        environment.reportFinalized();
        environment.close();
        assertThat(List.of(launcher.event(), launcher.event(), launcher.event(), launcher.event()))
                .containsExactly("joined 2", "initialized 2", "finalized 2", "disconnected 2");
        assertThat(halts).isEmpty();
    }

    @Test
    void losingMpirunEndsTheRank() throws Exception {
        launcher.rank(0, halts::add).join();
        launcher.close();
        assertThat(halts.poll(20, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void aRankThatCannotConnectReportsWhy() {
        launcher.close();
        assertCannotJoin(launcher.rank(0, halts::add), "cannot connect");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "tcp 127.0.0.1 80\n",
                "tcp 127.0.0.1 80\n00ff\nmore\n",
                "tcp 127.0.0.1 port\n00ff\n",
                "tcp 127.0.0.1 70000\n00ff\n",
                "tcp 127.0.0.1 80\nsecret\n",
                "unix \0\n00ff\n",
                "ipx 1 2\n00ff\n"
            })
    void aDamagedContactFileIsReported(String text) throws IOException {
        Files.writeString(launcher.contact(), text);
        assertCannotJoin(launcher.rank(0, halts::add), launcher.contact().toString());
    }

    @Test
    void aContactFileThatIsNotThereIsReported() throws IOException {
        Files.delete(launcher.contact());
        assertCannotJoin(
                launcher.rank(0, halts::add),
                launcher.contact() + ": no such file; does it see another directory of temporary");
    }

    /** The system lets root read any file: the message alone is compared there. */
    @Test
    void aRankThatMayNotReadTheContactFileSaysSo() throws IOException {
        String reason =
                launcher.contact() + ": permission denied; does it run as another user than mpirun";
        assertThat(OwnComponent.reason(new AccessDeniedException(launcher.contact().toString())))
                .startsWith(reason);
        Files.setPosixFilePermissions(launcher.contact(), Set.of());
        if (!Files.isReadable(launcher.contact())) {
            assertCannotJoin(launcher.rank(0, halts::add), reason);
        }
    }

    @Test
    void aDamagedRankIsReported() {
        Map<String, String> environment =
                Map.of("STRATA_RANK", "first", "STRATA_CONTACT", launcher.contact().toString());
        OwnComponent component = new OwnComponent(new OwnConfig(20_000), environment, halts::add);
        assertThat(component.available()).isTrue();
        assertCannotJoin(component, "STRATA_RANK=first");
    }

    private static void assertCannotJoin(OwnComponent component, String reason) {
        assertThatThrownBy(component::join)
                .isInstanceOf(EssException.class)
                .hasMessageContaining("cannot join its job")
                .hasMessageContaining(reason);
    }

    @Test
    void bothKindsOfAddressAreReadAsTheyWereWritten() throws IOException {
        byte[] secret = {1, 2};
        List<SocketAddress> addresses =
                List.of(
                        UnixDomainSocketAddress.of("/tmp/with blank/oob"),
                        new InetSocketAddress(InetAddress.getByName("::1"), 4711),
                        new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 1));
        for (SocketAddress address : addresses) {
            Path file = directory.resolve("contact." + addresses.indexOf(address));
            new JobContact(address, secret).write(file);
            assertThat(JobContact.read(file).server()).isEqualTo(address);
            assertThat(JobContact.read(file).secret()).isEqualTo(secret);
        }
    }

    @Test
    void onlyItsOwnerCanReadTheContactFile() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(launcher.contact())))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> JobContact.read(launcher.contact()).write(launcher.contact()))
                .isInstanceOf(IOException.class);
    }
}
