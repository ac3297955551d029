package org.strata.opal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

@EnabledOnOs(OS.LINUX)
class PagesTest {
    private static final long MEGABYTE = 1 << 20;

    @Test
    void pagesAreAlignedZeroedAndWritable() {
        long address = Pages.map(3 * MEGABYTE);
        assertThat(address).isNotZero();
        assertThat(address % Pages.size()).isZero();
        assertThat(Memory.getLong(address + 3 * MEGABYTE - 8)).isZero();
        Memory.putLong(address + MEGABYTE, 42);
        assertThat(Memory.getLong(address + MEGABYTE)).isEqualTo(42);
        Pages.unmap(address, 3 * MEGABYTE);
    }

    @Test
    void thePageSizeIsTheKernels() throws IOException {
        // AT_PAGESZ of the vector that the kernel passes to a new process: pairs of words.
        ByteBuffer words =
                ByteBuffer.wrap(Files.readAllBytes(Path.of("/proc/self/auxv")))
                        .order(ByteOrder.nativeOrder());
        long size = 0;
        while (words.hasRemaining()) {
            long key = words.getLong();
            long value = words.getLong();
            size = key == 6 ? value : size;
        }
        assertThat(Pages.size()).isEqualTo(size);
        assertThat(Pages.floor(3 * size - 1)).isEqualTo(2 * size);
        assertThat(Pages.ceil(2 * size + 1)).isEqualTo(3 * size);
        assertThat(Pages.ceil(2 * size)).isEqualTo(2 * size);
    }

    @Test
    void whatCannotBeMappedIsNone() {
        assertThat(Pages.map(Pages.floor(Long.MAX_VALUE))).isZero();
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
