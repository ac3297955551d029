package org.strata.opal.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

final class PlaceTest {
    @Test
    void itIsExchangedAsBytesAndAsWords() {
        Place place = new Place();
        assertThat(place.exists()).isFalse();
        place.set(7, 4096);
        long[] words = new long[5];
        place.store(words, 2);
        assertThat(words).containsExactly(0, 0, 7, 4096, 0);
        try (Arena arena = Arena.ofConfined()) {
            long bytes = Memory.allocate(arena, Place.BYTES, 8);
            place.write(bytes);
            place.clear();
            assertThat(place.exists()).isFalse();
            place.read(bytes);
            assertThat(place.file()).isEqualTo(7);
            assertThat(place.offset()).isEqualTo(4096);
            assertThat(Place.existsAt(bytes)).isTrue();
            new Place().write(bytes);
            assertThat(Place.existsAt(bytes)).isFalse();
        }
        place.load(words, 3);
        assertThat(place.file()).isEqualTo(4096);
        assertThat(place.offset()).isZero();
    }
}
