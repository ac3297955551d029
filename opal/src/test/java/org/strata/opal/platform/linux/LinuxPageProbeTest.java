package org.strata.opal.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Pages;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;

@EnabledOnOs(OS.LINUX)
class LinuxPageProbeTest {
    private static final int PAGES = 3000;
    private static final long PAGE = Pages.size();
    private static final int NONE = 0;
    private static final int READ_WRITE = 3;

    private final long from = Pages.map(PAGES * PAGE);
    private final long to = from + PAGES * PAGE;

    @AfterEach
    void unmap() {
        Pages.unmap(from, to - from);
    }

    @Test
    void mappedPagesCanBeRead() {
        Memory.putLong(from + 7 * PAGE, 42);
        assertThat(LinuxPageProbe.readable(from, to, PAGE)).isTrue();
        assertThat(LinuxPageProbe.readable(from + PAGE, from + 2 * PAGE, PAGE)).isTrue();
        assertThat(Memory.getLong(from + 7 * PAGE)).isEqualTo(42);
    }

    /**
     * Wherever it is: the first of a call, the last, in the middle, in the second or third call.
     */
    @Test
    void aHoleIsFoundWithoutASignal() {
        for (long hole : new long[] {0, 1, 1022, 1023, 1024, 2500, PAGES - 1}) {
            protect(from + hole * PAGE, NONE);
            assertThat(LinuxPageProbe.readable(from, to, PAGE)).as("page %d", hole).isFalse();
            assertThat(LinuxPageProbe.readable(from, from + hole * PAGE, PAGE)).isTrue();
            assertThat(LinuxPageProbe.readable(from + hole * PAGE + PAGE, to, PAGE)).isTrue();
            protect(from + hole * PAGE, READ_WRITE);
        }
        assertThat(LinuxPageProbe.readable(from, to, PAGE)).isTrue();
    }

    /** A page without access stands for one that is not there: nobody else can map that. */
    private static void protect(long page, int access) {
        var linker = Linker.nativeLinker();
        var type = FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
        var call = linker.downcallHandle(linker.defaultLookup().findOrThrow("mprotect"), type);
        try {
            assertThat((int) call.invokeExact(page, PAGE, access)).isZero();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void nothingIsMappedAtZero() {
        assertThat(LinuxPageProbe.readable(0, PAGE, PAGE)).isFalse();
        assertThat(LinuxPageProbe.isMapped(0, PAGE)).isFalse();
        assertThat(LinuxPageProbe.isMapped(from, to)).isTrue();
    }
}
