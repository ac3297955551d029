package org.strata.verbs.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;
import org.strata.verbs.Gid;

import java.lang.foreign.Arena;

/** Codes and structures of libibverbs, read from memory that the test wrote. */
final class DecodingTest {
    @Test
    void mtuCodes() {
        assertThat(Mtu.bytes(1)).isEqualTo(256);
        assertThat(Mtu.bytes(5)).isEqualTo(4096);
        assertThat(Mtu.code(256)).isEqualTo(1);
        assertThat(Mtu.code(1024)).isEqualTo(3);
        assertThat(Mtu.code(4096)).isEqualTo(5);
        assertThat(Mtu.code(4000)).isEqualTo(4);
        assertThat(Mtu.code(9000)).isEqualTo(5);
    }

    @Test
    void linkSpeeds() {
        assertThat(DeviceQuery.lanes(2) * DeviceQuery.laneSpeed(32)).isEqualTo(103_124);
        assertThat(DeviceQuery.lanes(1) * DeviceQuery.laneSpeed(1)).isEqualTo(2_500);
    }

    /** Support as such says nothing about a transport; each operation has a bit. */
    @Test
    void pagingOnDemandNeedsEveryOperation() {
        assertThat(DeviceQuery.pagesOnDemand(1, 0x1f, true)).isTrue();
        assertThat(DeviceQuery.pagesOnDemand(3, 0x3f, true)).isTrue();
        assertThat(DeviceQuery.pagesOnDemand(0, 0x1f, true)).isFalse();
        assertThat(DeviceQuery.pagesOnDemand(1, 0x0f, true)).as("atomics pinned").isFalse();
        assertThat(DeviceQuery.pagesOnDemand(1, 0x0f, false)).as("no atomics at all").isTrue();
        assertThat(DeviceQuery.pagesOnDemand(1, 0x17, false)).as("no reads").isFalse();
    }

    @Test
    void gidsAreInNetworkOrder() {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, 16, 8);
            Gid gid = new Gid(0, 0x0000_ffff_c0a8_4d01L);
            Gids.write(gid, at);
            assertThat(Memory.getByte(at + 10)).isEqualTo((byte) 0xff);
            assertThat(Memory.getByte(at + 12)).isEqualTo((byte) 192);
            assertThat(Memory.getByte(at + 15)).isEqualTo((byte) 1);
            assertThat(Gids.read(at)).isEqualTo(gid);
            assertThat(gid.isIpv4()).isTrue();
            assertThat(new Gid(0xfe80L << 48, 0x0000_ffff_c0a8_4d01L).isIpv4()).isFalse();
            assertThat(new Gid(0, 0xc0a8_4d01L).isIpv4()).isFalse();
        }
    }

    @Test
    void limitOfLockedMemory() {
        String limits =
                """
                Limit                     Soft Limit           Hard Limit           Units
                Max open files            1024                 524288               files
                Max locked memory         65536                65536                bytes
                """;
        assertThat(MemoryLock.limit(limits)).isEqualTo("65536 bytes");
        assertThat(MemoryLock.limit("Max locked memory   unlimited  unlimited bytes\n"))
                .isEqualTo("unlimited");
        assertThat(MemoryLock.limit("")).isEqualTo("unknown");
    }

    @Test
    void aContextOfTheFirstAbiHasNoExtension() {
        try (Arena arena = Arena.ofConfined()) {
            long context = Memory.allocate(arena, Layout.CONTEXT_BYTES, 8);
            Extension extension = new Extension(context);
            assertThat(extension.plausible()).isTrue();
            assertThat(extension.operation(Layout.EXTENDED_OPEN_XRCD)).isNull();
        }
    }

    @Test
    void anExtensionHasTheOperationsThatFitIntoItsSize() {
        try (Arena arena = Arena.ofConfined()) {
            long context = Memory.allocate(arena, 1024, 8) + 512;
            Memory.putLong(context + Layout.CONTEXT_ABI_COMPAT, -1);
            Memory.putLong(context + Layout.EXTENDED_OPEN_XRCD, 0x1234);
            Memory.putLong(context + Layout.EXTENDED_GET_SRQ_NUM, 0x5678);
            Memory.putLong(
                    context + Layout.EXTENDED_SIZE,
                    Layout.CONTEXT_BYTES - Layout.EXTENDED_OPEN_XRCD);
            Extension extension = new Extension(context);
            assertThat(extension.plausible()).isTrue();
            assertThat(extension.operation(Layout.EXTENDED_OPEN_XRCD).address()).isEqualTo(0x1234);
            assertThat(extension.operation(Layout.EXTENDED_CLOSE_XRCD)).isNull();
            assertThat(extension.operation(Layout.EXTENDED_GET_SRQ_NUM)).isNull();

            Memory.putLong(context + Layout.EXTENDED_SIZE, 12);
            assertThat(new Extension(context).plausible()).isFalse();
        }
    }
}
