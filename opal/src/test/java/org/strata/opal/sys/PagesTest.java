package org.strata.opal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.strata.opal.memory.Memory;

@EnabledOnOs(OS.LINUX)
class PagesTest {
    private static final long MEGABYTE = 1 << 20;

    @Test
    void pagesAreAlignedZeroedAndWritable() {
        long address = Pages.map(3 * MEGABYTE);
        assertThat(address).isNotZero();
        assertThat(address % 4096).isZero();
        assertThat(Memory.getLong(address + 3 * MEGABYTE - 8)).isZero();
        Memory.putLong(address + MEGABYTE, 42);
        assertThat(Memory.getLong(address + MEGABYTE)).isEqualTo(42);
        Pages.unmap(address, 3 * MEGABYTE);
    }

    @Test
    void whatCannotBeMappedIsNone() {
        assertThat(Pages.map(Long.MAX_VALUE & -4096)).isZero();
    }

    @Test
    void hugePagesAreAlignedWhereThereAreAny() {
        long address = Pages.mapHuge(2 * MEGABYTE);
        if (address != 0) {
            assertThat(address % (2 * MEGABYTE)).isZero();
            Pages.unmap(address, 2 * MEGABYTE);
        }
    }
}
