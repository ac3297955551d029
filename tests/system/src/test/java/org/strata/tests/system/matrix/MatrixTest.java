package org.strata.tests.system.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Every program over openib with every long-message protocol, both modes of the software adapter,
 * with and without shared receives, with 2, 4 and 8 ranks, and with limits that leave next to
 * nothing: {@code mvn verify -Pmatrix}, {@code -Dmatrix=mode=engine,ranks=2+4,cells=1-100} for a
 * part ({@link Filter}). Unlike other tests it prints how it goes, a line per cell.
 */
@Tag("matrix")
@Timeout(value = 1, unit = TimeUnit.DAYS)
class MatrixTest {
    private static final Tally TALLY = new Tally();

    @TestFactory
    Stream<DynamicTest> everyCellPasses() {
        List<Cell> all = Cells.all();
        List<Integer> places = new Filter(System.getProperty("matrix", ""), all).places(all);
        assertThat(places).as("cells that -Dmatrix selects").isNotEmpty();
        return IntStream.range(0, places.size())
                .mapToObj(i -> {
                    int place = places.get(i);
                    Cell cell = all.get(place - 1);
                    int left = places.size() - i - 1;
                    return DynamicTest.dynamicTest(
                            place + " " + cell, () -> run(place, cell, left));
                });
    }

    @AfterAll
    static void report() {
        System.out.print(TALLY.report());
    }

    private static void run(int place, Cell cell, int left) {
        long start = System.nanoTime();
        boolean good = false;
        try {
            cell.run();
            good = true;
        } finally {
            TALLY.add(cell, good);
            System.out.printf(
                    "matrix cell %d %s %.1f s, %d left: %s%n",
                    place, good ? "ok" : "FAILED", (System.nanoTime() - start) / 1e9, left, cell);
        }
    }
}
