package org.strata.opal.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.platform.FileCalls;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Streams by descriptors, and signals whose action cannot be changed. */
@EnabledOnOs(OS.LINUX)
class LinuxProcessesTest {
    private static final int EBADF = 9;
    private static final int EINVAL = 22;
    private static final int SIGKILL = 9;

    @TempDir private Path directory;
    private final LinuxProcesses processes = new LinuxProcesses();
    private final LinuxFiles files = new LinuxFiles();
    private int writer;
    private int reader;

    @BeforeEach
    void open() {
        String path = directory.resolve("stream").toString();
        writer = files.open(path, FileCalls.O_WRONLY | FileCalls.O_CREAT);
        reader = files.open(path, FileCalls.O_RDONLY);
    }

    @AfterEach
    void close() {
        files.close(writer);
        files.close(reader);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void bytesComeInOrder() {
        assertThat(processes.write(writer, bytes("abcdef"), 2)).isEqualTo(4);
        assertThat(processes.write(writer, bytes("gh"), 0)).isEqualTo(2);
        assertThat(processes.write(writer, bytes("gh"), 2)).isZero();
        byte[] got = bytes("....");
        assertThat(processes.read(reader, got)).isEqualTo(4);
        assertThat(got).isEqualTo(bytes("cdef"));
        assertThat(processes.read(reader, got)).isEqualTo(2);
        assertThat(got).as("behind what came nothing changes").isEqualTo(bytes("ghef"));
        assertThat(processes.read(reader, got)).as("the end").isZero();
    }

    @Test
    void failuresHaveTheirErrno() {
        assertThat(processes.read(writer, new byte[1])).isEqualTo(-EBADF);
        assertThat(processes.write(reader, new byte[1], 0)).isEqualTo(-EBADF);
        assertThat(processes.defaultAction(SIGKILL)).isEqualTo(-EINVAL);
        assertThat(processes.alarmOn(SIGKILL)).isEqualTo(-EINVAL);
        assertThat(processes.kill((int) ProcessHandle.current().pid(), 4711)).isEqualTo(-EINVAL);
    }
}
