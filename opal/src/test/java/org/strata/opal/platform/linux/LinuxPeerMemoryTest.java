package org.strata.opal.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Posix;

import java.lang.foreign.Arena;

/** The other process is this one: the kernel does not mind. */
final class LinuxPeerMemoryTest {
    private static final int SELF = (int) ProcessHandle.current().pid();
    private static final int NOBODY = Integer.MAX_VALUE - 1;

    private final Arena arena = Arena.ofConfined();
    private final LinuxPeerMemory calls = new LinuxPeerMemory(arena);
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

    /** Whoever sees the last byte finds all others: no piece has it but a piece of its own. */
    @Test
    void theLastByteIsSeenLastAlsoAfterShortTransfers() {
        for (int length : new int[] {1, 2, 7, 100}) {
            for (int most : new int[] {1, 3, 98, 99, 100}) {
                ShortWrites writes = new ShortWrites(target + length - 1, most);
                assertThat(writes.writeInOrder(SELF, target, source, length)).isEqualTo(length);
                assertThat(writes.written).isEqualTo(length);
                assertThat(writes.lastByteAlone).as(length + " by " + most).isTrue();
            }
        }
    }

    /** A kernel that writes less than asked. */
    private final class ShortWrites extends LinuxPeerMemory {
        private final long last;
        private final int most;
        private long written;
        private boolean lastByteAlone = true;

        ShortWrites(long last, int most) {
            super(arena);
            this.last = last;
            this.most = most;
        }

        @Override
        long writePieces(int pid, int pieces) {
            long asked = 0;
            for (int piece = 0; piece < pieces; piece++) {
                assertThat(remote(piece)).isEqualTo(target + written + asked);
                boolean has = remote(piece) + length(piece) > last;
                lastByteAlone &= !has || remote(piece) == last;
                asked += length(piece);
            }
            long done = Math.min(asked, most);
            written += done;
            return done;
        }
    }

    @Test
    void writesInOrder() {
        for (int length : new int[] {1, 2, 100, 1 << 20}) {
            Memory.zero(target, 1 << 20);
            for (int i = 0; i < length; i++) {
                Memory.putByte(source + i, (byte) (i * 31 + 1));
            }
            assertThat(calls.writeInOrder(SELF, target, source, length)).isEqualTo(length);
            for (int i = 0; i < length; i++) {
                assertThat(Memory.getByte(target + i)).isEqualTo((byte) (i * 31 + 1));
            }
        }
        assertThat(calls.writeInOrder(SELF, 8, source, 8)).isEqualTo(-Posix.EFAULT);
        assertThat(calls.writeInOrder(NOBODY, target, source, 8)).isEqualTo(-Posix.ESRCH);
    }

    @Test
    void failuresAreErrnos() {
        assertThat(calls.read(NOBODY, source, target, 8)).isEqualTo(-Posix.ESRCH);
        assertThat(calls.read(SELF, 8, target, 8)).isEqualTo(-Posix.EFAULT);
        assertThat(calls.write(SELF, 8, source, 8)).isEqualTo(-Posix.EFAULT);
    }
}
