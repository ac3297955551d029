package org.strata.opal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of Linux as containers and batch systems have them. */
class HostMemoryTest {
    private static final long GIBI = 1L << 30;

    @TempDir Path root;

    @BeforeEach
    void machine() throws IOException {
        write("proc/meminfo", "MemTotal:       16777216 kB\nMemFree:  1 kB\n");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void theMachinesWithoutLimits() throws IOException {
        assertThat(HostMemory.usable(root)).isEqualTo(16 * GIBI);
        write("proc/self/cgroup", "0::/user/job\n");
        write("sys/fs/cgroup/user/job/memory.max", "max\n");
        assertThat(HostMemory.usable(root)).isEqualTo(16 * GIBI);
    }

    @Test
    void theLeastLimitOfTheGroupsAbove() throws IOException {
        write("proc/self/cgroup", "0::/user/job/step\n");
        write("sys/fs/cgroup/user/job/step/memory.max", "max\n");
        write("sys/fs/cgroup/user/job/memory.max", 4 * GIBI + "\n");
        write("sys/fs/cgroup/user/memory.max", 8 * GIBI + "\n");
        assertThat(HostMemory.usable(root)).isEqualTo(4 * GIBI);
    }

    /** The path is that outside of the container; what it sees is mounted as the root. */
    @Test
    void containersOfTheFirstVersion() throws IOException {
        write("proc/self/cgroup", "7:cpu,cpuacct:/docker/x\n4:memory:/docker/x\n0::/docker/x\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", 2 * GIBI + "\n");
        write("sys/fs/cgroup/cpu/memory.limit_in_bytes", "1\n");
        assertThat(HostMemory.usable(root)).isEqualTo(2 * GIBI);
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assertThat(HostMemory.usable(root)).isEqualTo(16 * GIBI);
    }

    /** Both versions beside each other: the second one is mounted below the first. */
    @Test
    void bothVersionsAtATime() throws IOException {
        write("proc/self/cgroup", "4:cpu,memory:/job\n1:name=systemd:/job\nnonsense\n0::/job\n");
        write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", 8 * GIBI + "\n");
        write("sys/fs/cgroup/unified/job/memory.max", 4 * GIBI + "\n");
        write("sys/fs/cgroup/job/memory.max", GIBI + "\n");
        assertThat(HostMemory.usable(root)).isEqualTo(4 * GIBI);
        write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", 2 * GIBI + "\n");
        assertThat(HostMemory.usable(root)).isEqualTo(2 * GIBI);
    }

    /** A limit of nothing, or one that is no number, is none; a path cannot lead outside. */
    @Test
    void whatIsNoLimit() throws IOException {
        write("proc/self/cgroup", "0::/../../../job\n");
        write("job/memory.max", "1\n");
        write("sys/fs/cgroup/memory.max", "-5\n");
        assertThat(HostMemory.usable(root)).isEqualTo(16 * GIBI);
        write("sys/fs/cgroup/memory.max", "0\n");
        assertThat(HostMemory.usable(root)).isEqualTo(16 * GIBI);
        write("proc/meminfo", "MemFree:  1 kB\n");
        assertThat(HostMemory.usable(root)).isZero();
    }

    @Test
    void nothingIsKnownWhereThereAreNoSuchFiles() {
        assertThat(HostMemory.usable(root.resolve("absent"))).isZero();
        assertThat(HostMemory.usable()).isPositive();
    }
}
