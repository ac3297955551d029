package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** Which memory a channel is given; none of it is touched. */
final class MemoryViewTest {
    private static final long HALF = 1L << 29;
    private static final long ADDRESS = 1L << 40;

    private final MemoryView view = new MemoryView();

    private void encloses(long address, int length, int position) {
        ByteBuffer buffer = view.of(address, length);
        assertThat(buffer.position()).isEqualTo(position);
        assertThat(buffer.remaining()).isEqualTo(length);
    }

    /** A buffer is an object: what is near to the last payload is in the same one. */
    @Test
    void whatIsNearIsInTheSameBuffer() {
        ByteBuffer first = view.of(ADDRESS, 100);
        assertThat(first.position()).isEqualTo((int) HALF);
        assertThat(view.of(ADDRESS - HALF, 1)).isSameAs(first);
        encloses(ADDRESS - HALF, 1, 0);
        assertThat(view.of(ADDRESS + HALF - 10, 10)).isSameAs(first);
        encloses(ADDRESS + HALF - 10, 10, (int) (2 * HALF - 10));
    }

    @Test
    void whatIsPartlyOutsideIsInAnother() {
        ByteBuffer first = view.of(ADDRESS, 100);
        assertThat(view.of(ADDRESS + HALF - 10, 11)).isNotSameAs(first);
        encloses(ADDRESS + HALF - 10, 11, (int) HALF);
        first = view.of(ADDRESS, 100);
        assertThat(view.of(ADDRESS - HALF - 1, 2)).isNotSameAs(first);
        encloses(ADDRESS - HALF - 1, 2, (int) HALF);
    }

    /** Addresses below half a buffer's length have no room before them. */
    @Test
    void lowAddresses() {
        encloses(4096, 8, 4096);
    }
}
