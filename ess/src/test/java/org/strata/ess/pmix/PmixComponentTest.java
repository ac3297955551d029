package org.strata.ess.pmix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.ess.EssComponent.EssException;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Map;

/** What needs no PMIx server; jobs of real launchers are in tests/system. */
class PmixComponentTest {
    private static PmixComponent component(Map<String, String> environment) {
        return new PmixComponent(new PmixConfig(1), config -> null, environment, code -> {});
    }

    @Test
    void isAvailableInItsOwnEnvironmentOnly() {
        assertThat(component(Map.of("PMIX_NAMESPACE", "n", "PMIX_RANK", "0")).available()).isTrue();
        assertThat(component(Map.of("PMIX_RANK", "0")).available()).isFalse();
        assertThatThrownBy(() -> component(Map.of()).join()).isInstanceOf(EssException.class);
    }

    @Test
    void aMissingLibraryIsNamedWithItsPackage() {
        assertThatThrownBy(() -> PmixLibrary.load("libnosuch.so.2"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("libnosuch.so.2 is not installed")
                .hasMessageContaining("libpmix2");
    }

    @Test
    void anotherLibraryIsRefused() {
        assertThatThrownBy(() -> PmixLibrary.load("libm.so.6"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no function PMIx_");
    }

    @ParameterizedTest
    @CsvSource({"12, 255", "13, 65535", "14, 4294967295", "9, -1", "6, -1", "10, -1", "40, -1"})
    void numbersAreReadByTheirType(int type, long expected) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(32, 8);
            value.set(ValueLayout.JAVA_SHORT, 0, (short) type);
            value.set(ValueLayout.JAVA_LONG.withOrder(ByteOrder.nativeOrder()), 8, -1);
            assertThat(PmixLibrary.decode(value, "k")).isEqualTo(expected);
            value.set(ValueLayout.JAVA_SHORT, 0, (short) 3);
            assertThatThrownBy(() -> PmixLibrary.decode(value, "k")).hasMessageContaining("type 3");
        }
    }
}
