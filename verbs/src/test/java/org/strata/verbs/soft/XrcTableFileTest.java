package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.verbs.soft.segment.XrcTable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Ranks of one process that open the same domain at the same time. */
class XrcTableFileTest {
    private static final int RANKS = 8;
    private static final int DOMAINS = 100;

    @TempDir Path directory;

    private HostFabric fabric() {
        return new HostFabric(directory, "1-abc", SoftFabric.Reach.AUTO, null, FaultPlan.NONE);
    }

    @Test
    void allOfThemHaveOneTable() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(RANKS);
        try (ExecutorService ranks = Executors.newFixedThreadPool(RANKS)) {
            for (int domain = 1; domain <= DOMAINS; domain++) {
                long number = domain;
                Callable<XrcTable> open =
                        () -> {
                            HostFabric own = fabric();
                            barrier.await();
                            return own.xrcTable(number);
                        };
                List<XrcTable> tables = new ArrayList<>();
                for (Future<XrcTable> each : ranks.invokeAll(Collections.nCopies(RANKS, open))) {
                    tables.add(each.get());
                }
                int queue = tables.getFirst().add(4711, domain);
                assertThat(tables).allMatch(table -> table.device(queue) == 4711);
            }
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).hasSize(DOMAINS);
        }
    }
}
