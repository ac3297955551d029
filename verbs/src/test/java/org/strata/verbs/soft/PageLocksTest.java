package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.opal.sys.Pages;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the system has locked while registrations share pages. */
class PageLocksTest {
    private static final long PAGE = Pages.size();

    /** Returns the bytes that the system has locked in the mapping that holds an address. */
    private static long locked(long address) throws IOException {
        boolean inside = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                String[] range = line.split(" ")[0].split("-");
                inside =
                        Long.parseUnsignedLong(range[0], 16) <= address
                                && address < Long.parseUnsignedLong(range[1], 16);
            } else if (inside && line.startsWith("Locked:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        return 0;
    }

    @Test
    void aPageOfTwoRegionsStaysLockedWithTheSecond() throws IOException {
        List<String> notices = new ArrayList<>();
        PageLocks locks = new PageLocks(SoftConfig.Pin.AUTO, notices::add);
        try (Arena arena = Arena.ofConfined()) {
            long address = arena.allocate(8 * PAGE, PAGE).address();
            assertThat(locks.lock(address, 3 * PAGE + 10)).isNull();
            assertThat(locks.lock(address + 3 * PAGE + 10, 2 * PAGE)).isNull();
            assumeTrue(notices.isEmpty(), "the system locks no pages here");
            locks.unlock(address, 3 * PAGE + 10);
            assertThat(locked(address + 3 * PAGE)).as("of the second").isGreaterThanOrEqualTo(PAGE);
            assertThat(locked(address)).as("of the first").isZero();
            locks.unlock(address + 3 * PAGE + 10, 2 * PAGE);
            assertThat(locked(address + 3 * PAGE)).isZero();
        }
    }

    @Test
    void pagesOnDemandAreNotLocked() throws IOException {
        List<String> notices = new ArrayList<>();
        PageLocks locks = new PageLocks(SoftConfig.Pin.STRICT, notices::add);
        long start = Pages.map(4 * PAGE);
        assertThat(locks.probe(start + 5, 4 * PAGE - 10)).isNull();
        assertThat(locked(start)).isZero();
        Pages.unmap(start + 2 * PAGE, 2 * PAGE);
        assertThat(locks.probe(start + 5, 4 * PAGE - 10).why()).contains("exist");
        Pages.unmap(start, 2 * PAGE);
    }

    /** A load from a page that is not mapped would kill the process. */
    @ParameterizedTest
    @EnumSource(
            value = SoftConfig.Pin.class,
            names = {"AUTO", "STRICT"})
    void pagesThatAreNotMappedAreRefused(SoftConfig.Pin pin) throws IOException {
        List<String> notices = new ArrayList<>();
        PageLocks locks = new PageLocks(pin, notices::add);
        long start = Pages.map(64 * PAGE);
        long end = start + 64 * PAGE;
        // Nobody else maps a whole half in between: the JVM's own mappings find room elsewhere.
        Pages.unmap(start + 32 * PAGE, 32 * PAGE);
        PageLocks.Refusal refusal = locks.lock(start + 5, 64 * PAGE - 10);
        assertThat(refusal.exhausted()).as("evicting helps").isFalse();
        assertThat(refusal.why()).contains("exist");
        assertThat(notices).as("no word of ulimit").isEmpty();
        assertThat(locked(start)).as("of the half that is there").isZero();
        assertThat(locks.lock(0, PAGE).exhausted()).isFalse();
        assertThat(locks.lock(start, 32 * PAGE)).isNull();
        locks.unlock(start, 32 * PAGE);
        assertThat(locked(start)).as("nothing is left of the refused range").isZero();
        assertThat(locks.lock(end - PAGE, PAGE).exhausted()).isFalse();
        Pages.unmap(start, 32 * PAGE);
    }
}
