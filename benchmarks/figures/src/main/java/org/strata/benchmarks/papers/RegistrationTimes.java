package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.AdapterTimes.Input;
import org.strata.opal.sys.Posix;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What pinning memory takes on this machine: mlock and munlock of pages that have been touched, by
 * number of pages. It is the kernel's part of a registration, walking page tables and holding
 * pages; an adapter's part, writing its translation table, comes on top. Medians, in nanoseconds.
 */
final class RegistrationTimes {
    private static final int PAGE = 4096;
    private static final int[] PAGES = {1, 4, 16, 64, 256, 1024, 2032};
    private static final int REPEATS = 41;
    private static final int WARM = 400;

    private final TreeMap<Long, Double> locks = new TreeMap<>();
    private final TreeMap<Long, Double> unlocks = new TreeMap<>();

    /** A time that grows linearly with the pages: nanoseconds of the call and of each page. */
    record Line(double base, double page) {
        /**
         * Returns the line through the points whose squared relative distances are least: short
         * calls count as much as long ones.
         */
        static Line through(Map<Long, Double> points) {
            double w = 0;
            double x = 0;
            double y = 0;
            double xx = 0;
            double xy = 0;
            for (Map.Entry<Long, Double> point : points.entrySet()) {
                double weight = 1 / (point.getValue() * point.getValue());
                w += weight;
                x += weight * point.getKey();
                y += weight * point.getValue();
                xx += weight * point.getKey() * point.getKey();
                xy += weight * point.getKey() * point.getValue();
            }
            double page = (w * xy - x * y) / (w * xx - x * x);
            return new Line((y - page * x) / w, page);
        }
    }

    private RegistrationTimes() {}

    /**
     * Measures.
     *
     * @throws IllegalStateException where the limit of locked memory (ulimit -l) is below 8 MB
     */
    static RegistrationTimes measure() {
        RegistrationTimes times = new RegistrationTimes();
        int most = PAGES[PAGES.length - 1];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate((long) most * PAGE, PAGE);
            memory.fill((byte) 1);
            double[] both = new double[2];
            for (int i = 0; i < WARM; i++) {
                once(memory.address(), PAGE, both);
            }
            for (int pages : PAGES) {
                double[] locked = new double[REPEATS];
                double[] unlocked = new double[REPEATS];
                for (int i = 0; i < REPEATS; i++) {
                    once(memory.address(), (long) pages * PAGE, both);
                    locked[i] = both[0];
                    unlocked[i] = both[1];
                }
                times.locks.put((long) pages, median(locked));
                times.unlocks.put((long) pages, median(unlocked));
            }
        }
        return times;
    }

    private static void once(long address, long bytes, double[] both) {
        long start = System.nanoTime();
        int locked = Posix.lockPages(address, bytes);
        long middle = System.nanoTime();
        int unlocked = Posix.unlockPages(address, bytes);
        both[0] = middle - start;
        both[1] = System.nanoTime() - middle;
        if (locked != 0 || unlocked != 0) {
            throw new IllegalStateException(
                    "mlock of " + bytes + " bytes: " + locked + "; is ulimit -l less?");
        }
    }

    private static double median(double[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2];
    }

    /** Returns these inputs with this machine's times of registration and deregistration. */
    AdapterTimes applyTo(AdapterTimes times) {
        Line lock = Line.through(locks);
        Line unlock = Line.through(unlocks);
        return times.with(Input.REGISTER_BASE, Math.max(0, lock.base) / 1e3)
                .with(Input.REGISTER_PAGE, lock.page / 1e3)
                .with(Input.DEREGISTER_BASE, Math.max(0, unlock.base) / 1e3)
                .with(Input.DEREGISTER_PAGE, unlock.page / 1e3);
    }

    /** Prints the table and the lines through it. */
    void print() {
        System.out.printf(
                "%nP2: pinning touched memory on this machine, us, median of %d%n%8s%12s%12s%n",
                REPEATS, "pages", "mlock", "munlock");
        locks.forEach((pages, nanos) ->
                System.out.printf(
                        Locale.ROOT,
                        "%8d%12.2f%12.2f%n",
                        pages,
                        nanos / 1e3,
                        unlocks.get(pages) / 1e3));
        print("--register", Line.through(locks));
        print("--deregister", Line.through(unlocks));
    }

    private static void print(String option, Line line) {
        System.out.printf(
                Locale.ROOT,
                "as options: %s %.3f %.4f (us, and us per page)%n",
                option,
                line.base / 1e3,
                line.page / 1e3);
    }

    /** Prints and draws. */
    void report(Path plots) throws IOException {
        print();
        Figure figure = new Figure("P2: pinning memory on this machine", "pages", "us");
        locks.forEach((pages, nanos) -> figure.best("mlock", pages, nanos / 1e3));
        unlocks.forEach((pages, nanos) -> figure.best("munlock", pages, nanos / 1e3));
        System.out.println("plot: " + figure.draw(plots, "P2-registration", true));
    }
}
