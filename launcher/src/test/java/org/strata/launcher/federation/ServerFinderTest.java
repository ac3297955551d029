package org.strata.launcher.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.UsageException;
import org.strata.opal.platform.FileOwner;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Name servers by each kind of name, and files that may not be trusted. */
class ServerFinderTest {
    private static final byte[] SECRET = new byte[32];

    @TempDir private Path scratch;

    private int user;
    private Path session;
    private ServerFile file;
    private ServerFinder finder;

    @BeforeEach
    void serve() throws IOException {
        user = (int) Files.getAttribute(scratch, "unix:uid");
        session = Files.createDirectories(scratch.resolve("strata." + user + "/4711-ab"));
        SECRET[3] = 9;
        ServerContact contact =
                new ServerContact(
                        List.of(
                                UnixDomainSocketAddress.of(session.resolve("jobs")),
                                new InetSocketAddress(InetAddress.getByName("10.1.2.3"), 5000),
                                new InetSocketAddress(InetAddress.getByName("::1"), 5001)));
        file = new ServerFile(contact, SECRET);
        finder = new ServerFinder(scratch, scratch, FileOwner.ofNumber(user));
    }

    private void check(ServerFile found) {
        assertThat(found.contact()).isEqualTo(file.contact());
        assertThat(found.secret()).isEqualTo(SECRET);
    }

    @Test
    void isFoundByFileUriAndProcess() throws Exception {
        assertThatThrownBy(() -> finder.find("4711")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> finder.find("file:f")).isInstanceOf(NoSuchFileException.class);
        file.write(scratch.resolve("f"));
        file.write(session.resolve(ServerFinder.NAME));
        check(finder.find("file:f"));
        check(finder.find("FILE:" + scratch.resolve("f")));
        check(finder.find("4711"));
        check(finder.find("pid:4711"));
        check(finder.find(file.contact().uri()));
        assertThatThrownBy(() -> finder.find("471")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> finder.find("strata:tcp=10.1.2.3,5000"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("not on this host");
        file.delete(scratch.resolve("f"));
        assertThat(scratch.resolve("f")).doesNotExist();
    }

    @Test
    void anotherServersFileIsNotDeleted() throws IOException {
        Path target = scratch.resolve("f");
        file.write(target);
        byte[] other = SECRET.clone();
        other[0]++;
        new ServerFile(file.contact(), other).delete(target);
        assertThat(target).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw--w----", "rw----r--", "rw-----w-"})
    void filesThatOthersCanReachAreRefused(String permissions) throws IOException {
        Path target = scratch.resolve("f");
        file.write(target);
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(permissions));
        assertThatThrownBy(() -> finder.find("file:f"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("may not be trusted");
    }

    @Test
    void filesOfOthersAreRefused() throws IOException {
        file.write(scratch.resolve("f"));
        ServerFinder stranger = new ServerFinder(scratch, scratch, FileOwner.ofNumber(user + 1));
        assertThatThrownBy(() -> stranger.find("file:f"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("may not be trusted");
        assertThatThrownBy(() -> finder.find("file:."))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("may not be trusted");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "strata:",
                "strata:unix=relative",
                "strata:tcp=10.1.2.3",
                "strata:tcp=10.1.2.3,0",
                "strata:tcp=10.1.2.3,65536",
                "strata:tcp=host.example,80",
                "strata:unix=/x;",
                "1234.0;tcp://10.0.0.1:99",
                "0x12",
                "pid:",
                "../1"
            })
    void otherNamesAreRefused(String name) {
        assertThatThrownBy(() -> finder.find(name)).isInstanceOf(UsageException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "strata:unix=/x\n", "strata:unix=/x\n00\n", "\n\n\n"})
    void damagedFilesAreRefused(String content) throws IOException {
        file.write(scratch.resolve("f"));
        Files.writeString(scratch.resolve("f"), content);
        assertThatThrownBy(() -> finder.find("file:f"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("is not what");
    }
}
