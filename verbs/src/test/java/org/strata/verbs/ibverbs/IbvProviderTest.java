package org.strata.verbs.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.time.Clock;
import org.strata.verbs.VerbsException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What users read when there is nothing to use. */
final class IbvProviderTest {
    private static final String ARCH = System.getProperty("os.arch");
    private static final Path NOWHERE = Path.of("/nonexistent");

    @Test
    void saysThatTheLibraryIsMissing() {
        IbvProvider provider =
                new IbvProvider(Clock.SYSTEM, "amd64", "libno-such-verbs.so.1", NOWHERE);
        assertThat(provider.devices()).isEmpty();
        assertThat(provider.absence())
                .startsWith("libno-such-verbs.so.1 cannot be loaded")
                .contains("libibverbs1")
                .doesNotContain("\n");
        assertThatThrownBy(() -> provider.open("mlx5_0"))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("cannot be loaded");
    }

    @Test
    void saysThatAnotherLibraryIsNotTheOne() {
        IbvProvider provider = new IbvProvider(Clock.SYSTEM, "amd64", "libc.so.6", NOWHERE);
        assumeThat(ARCH).isEqualTo("amd64");
        assertThat(provider.devices()).isEmpty();
        assertThat(provider.absence()).startsWith("libc.so.6 has no function ibv_get_device_list");
    }

    @Test
    void saysThatTheProcessorIsUnknown() {
        IbvProvider provider = new IbvProvider(Clock.SYSTEM, "s390x");
        assertThat(provider.devices()).isEmpty();
        assertThat(provider.absence()).contains("s390x");
    }

    @Test
    void saysThatThereIsNoAdapter() {
        IbvProvider provider = onHostWithoutDevice(NOWHERE);
        assertThat(provider.absence()).startsWith("this host has no RDMA adapter");
        assertThatThrownBy(() -> provider.open("mlx5_0"))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(VerbsException.ENODEV))
                .hasMessageContaining("no RDMA device mlx5_0");
    }

    @Test
    void namesAnAdapterWithoutDeviceFile(@TempDir Path adapters) throws IOException {
        IbvProvider provider = onHostWithoutDevice(adapters);
        Files.createDirectory(adapters.resolve("mlx5_1"));
        Files.createDirectory(adapters.resolve("mlx5_0"));
        assertThat(provider.absence())
                .startsWith("mlx5_0, mlx5_1 cannot be used")
                .contains("/dev/infiniband");
    }

    @Test
    void tellsTheMemoryNodeOfAnAdapter(@TempDir Path adapters) throws IOException {
        IbvProvider provider = new IbvProvider(Clock.SYSTEM, ARCH, "libibverbs.so.1", adapters);
        Path device = Files.createDirectories(adapters.resolve("mlx5_0/device"));
        Files.writeString(device.resolve("numa_node"), "1\n");
        assertThat(provider.memoryNode("mlx5_0")).isEqualTo(1);
        assertThat(provider.memoryNode("rxe0")).isNegative();
    }

    private static IbvProvider onHostWithoutDevice(Path adapters) {
        IbvProvider provider = new IbvProvider(Clock.SYSTEM, ARCH, "libibverbs.so.1", adapters);
        assumeThat(provider.devices()).isEmpty();
        assumeThat(provider.absence()).doesNotContain("cannot be loaded");
        return provider;
    }
}
