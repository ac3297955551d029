package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.mca.io.IoView;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.Seed;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

class ViewMapTest {
    @RegisterExtension final Seed seed = new Seed();

    @Test
    void everyPositionHasTheOffsetOfTheDefinition() {
        Random random = seed.random();
        for (int i = 0; i < 300; i++) {
            CellView cells = random(random);
            ViewMap map = new ViewMap(cells.view());
            int bytes = 3 * cells.visible().length * cells.cell();
            int from = random.nextInt(bytes);
            int length = random.nextInt(bytes - from) + 1;
            ExtentList found = new ExtentList();
            map.extents(from, length, found);
            List<Long> offsets = new ArrayList<>();
            for (int run = 0; run < found.count(); run++) {
                for (long at = found.offset(run); at < found.end(run); at++) {
                    offsets.add(at);
                }
            }
            assertThat(offsets)
                    .as("%s from %s", cells, from)
                    .isEqualTo(
                            IntStream.range(from, from + length)
                                    .mapToObj(p -> (long) cells.offset(p))
                                    .toList());
            assertThat(map.offset(from)).isEqualTo(cells.offset(from));
        }
    }

    @Test
    void positionsBelowAnOffsetAreCounted() {
        Random random = seed.random();
        for (int i = 0; i < 300; i++) {
            CellView cells = random(random);
            ViewMap map = new ViewMap(cells.view());
            int offset = random.nextInt(cells.displacement() + 4 * cells.tile() * cells.cell());
            long below =
                    IntStream.range(0, 5 * cells.visible().length * cells.cell())
                            .filter(p -> cells.offset(p) < offset)
                            .count();
            assertThat(map.positionBelow(offset)).as("%s, %s", cells, offset).isEqualTo(below);
            assertThat(map.unitsBelow(offset)).isEqualTo(Math.ceilDiv(below, (long) cells.cell()));
        }
    }

    @Test
    void adjoiningRunsAreOne() {
        DataLayout two =
                DataLayouts.hindexed(
                        new long[] {1, 1, 1}, new long[] {0, 4, 12}, DataLayouts.basic(4, 4));
        ExtentList runs = new ExtentList();
        new ViewMap(new IoView(100, DataLayouts.BYTE, two, false)).extents(2, 20, runs);
        // 12..16 of the first tile and 16..24 of the second adjoin.
        assertThat(runs.count()).isEqualTo(3);
        assertThat(runs.offset(1)).isEqualTo(112);
        assertThat(runs.length(1)).isEqualTo(12);
        assertThat(runs.end()).isEqualTo(130);
    }

    private static CellView random(Random random) {
        int tile = random.nextInt(20) + 1;
        int one = random.nextInt(tile);
        int[] visible =
                IntStream.range(0, tile).filter(i -> i == one || random.nextInt(3) > 0).toArray();
        int cell = 1 << random.nextInt(4);
        return new CellView(random.nextInt(50), cell, tile, visible, false);
    }
}
