package org.strata.tests.system.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The matrix itself: what it covers and how parts of it are chosen. */
class OrderTest {
    private static final List<Cell> ALL = Cells.all();

    private static List<Integer> places(String filter) {
        return new Filter(filter, ALL).places(ALL);
    }

    @Test
    void everyCellIsThereOnce() {
        assertThat(ALL).doesNotHaveDuplicates();
        for (Workload program : Workload.values()) {
            int least = program.isLong() ? 52 : 72;
            assertThat(ALL.stream().filter(cell -> cell.program() == program).count())
                    .as(program.name())
                    .isGreaterThanOrEqualTo(least);
        }
    }

    @Test
    void theFirstCellsHaveAllPairs() {
        Set<String> pairs = new HashSet<>();
        ALL.forEach(cell -> pairs.addAll(Order.pairs(cell)));
        Set<String> early = new HashSet<>();
        ALL.subList(0, 100).forEach(cell -> early.addAll(Order.pairs(cell)));
        assertThat(early).isEqualTo(pairs);
    }

    @Test
    void filtersSelect() {
        assertThat(places("")).hasSize(ALL.size());
        assertThat(places("cells=7")).containsExactly(7);
        assertThat(places("cells=1-3")).containsExactly(1, 2, 3);
        assertThat(places("mode=engine, ranks=2+4,protocol=rget"))
                .isNotEmpty()
                .allSatisfy(place -> {
                    Cell cell = ALL.get(place - 1);
                    assertThat(cell.mode()).isEqualTo("engine");
                    assertThat(cell.ranks()).isLessThan(8);
                    assertThat(cell.protocol()).isEqualTo(Protocol.RGET);
                });
    }

    @Test
    void wrongFiltersAreTold() {
        assertThatThrownBy(() -> places("colour=red")).hasMessageContaining("no dimension");
        assertThatThrownBy(() -> places("ranks=5")).hasMessageContaining("there are [2, 4, 8]");
        assertThatThrownBy(() -> places("engine")).hasMessageContaining("dimension=value");
        assertThatThrownBy(() -> places("cells=x")).hasMessageContaining("cells=FROM-TO");
    }
}
