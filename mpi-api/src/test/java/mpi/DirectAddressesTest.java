package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;

class DirectAddressesTest {
    private final DirectAddresses addresses = new DirectAddresses();

    @Test
    void addressIsThatOfElementZero() {
        DoubleBuffer buffer = ByteBuffer.allocateDirect(800).asDoubleBuffer();
        long expected = MemorySegment.ofBuffer(buffer).address();
        buffer.position(50);
        assertThat(addresses.of(buffer, 3)).isEqualTo(expected);
        assertThat(addresses.of(buffer, 3)).isEqualTo(expected);
    }

    @Test
    void manyBuffersAtOnceAreAllRight() {
        List<ByteBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            buffers.add(ByteBuffer.allocateDirect(64));
        }
        buffers.forEach(b -> addresses.of(b, 0));
        for (ByteBuffer buffer : buffers) {
            long address = MemorySegment.ofBuffer(buffer).address();
            assertThat(addresses.of(buffer, 0)).isEqualTo(address);
        }
    }

    @Test
    void isKnownFromTheSecondUseOn() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        assertThat(addresses.known(buffer, 8, true)).isZero();
        long address = addresses.of(buffer, 0);
        assertThat(addresses.known(buffer, 8, true)).as("used once").isZero();
        addresses.of(buffer, 0);
        assertThat(addresses.known(buffer, 64, true)).isEqualTo(address);
        assertThat(addresses.known(buffer, 0, false)).isEqualTo(address);
        assertThat(addresses.known(buffer, 65, false)).as("longer").isZero();
        assertThat(addresses.known(buffer.duplicate(), 8, true)).as("another").isZero();
    }

    @Test
    void aReadOnlyBufferIsKnownToReaders() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64).asReadOnlyBuffer();
        addresses.of(buffer, 0);
        long address = addresses.of(buffer, 0);
        assertThat(addresses.known(buffer, 64, false)).isEqualTo(address);
        assertThat(addresses.known(buffer, 0, true)).isZero();
    }

    @Test
    void memoryThatAnArenaFreesIsNeverKnown() {
        try (Arena shared = Arena.ofShared();
                Arena confined = Arena.ofConfined()) {
            for (Arena arena : List.of(shared, confined)) {
                ByteBuffer buffer = arena.allocate(64).asByteBuffer();
                for (int i = 0; i < 3; i++) {
                    addresses.of(buffer, 0);
                    assertThat(addresses.known(buffer, 0, false)).isZero();
                }
            }
        }
    }

    @Test
    void memoryOfTheLibraryIsKnownAndSoAreItsSlices() {
        // As SharedBuffers makes it of pool memory.
        Arena auto = Arena.ofAuto();
        ByteBuffer own = Buffers.remember(auto.allocate(64).asByteBuffer());
        DoubleBuffer slice = own.slice(8, 16).asDoubleBuffer();
        ByteBuffer foreign = Arena.ofAuto().allocate(64).asByteBuffer();
        for (int i = 0; i < 2; i++) {
            addresses.of(own, 0);
            addresses.of(slice, 3);
            addresses.of(foreign, 0);
        }
        assertThat(addresses.known(own, 64, true)).isNotZero();
        assertThat(addresses.known(slice, 16, true)).isEqualTo(addresses.known(own, 64, true) + 8);
        assertThat(addresses.known(slice, 17, true)).isZero();
        assertThat(addresses.known(foreign, 8, true)).as("a scope like any other").isZero();
    }
}
