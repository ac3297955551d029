package org.strata.opal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** The other process is this one: the kernel does not mind. */
final class ProcessMemoryTest {
    private static final int SELF = (int) ProcessHandle.current().pid();
    private static final int NOBODY = Integer.MAX_VALUE - 1;

    private final Arena arena = Arena.ofConfined();
    private final ProcessMemory calls = new ProcessMemory(arena);
    private final long source = Memory.allocate(arena, 1 << 20, 4096);
    private final long target = Memory.allocate(arena, 1 << 20, 4096);

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void readsAndWrites() {
        for (int i = 0; i < 1 << 20; i++) {
            Memory.putByte(source + i, (byte) (i * 31));
        }
        assertThat(calls.read(SELF, source + 1, target, (1 << 20) - 1)).isEqualTo((1 << 20) - 1);
        assertThat(Memory.getByte(target + (1 << 20) - 2)).isEqualTo((byte) (((1 << 20) - 1) * 31));
        Memory.putLong(source, 77);
        assertThat(calls.write(SELF, target, source, 8)).isEqualTo(8);
        assertThat(Memory.getLong(target)).isEqualTo(77);
        assertThat(calls.read(SELF, source, target, 0)).isZero();
    }

    @Test
    void failuresAreErrnos() {
        assertThat(calls.read(NOBODY, source, target, 8)).isEqualTo(-Posix.ESRCH);
        assertThat(calls.read(SELF, 8, target, 8)).isEqualTo(-Posix.EFAULT);
        assertThat(calls.write(SELF, 8, source, 8)).isEqualTo(-Posix.EFAULT);
    }
}
