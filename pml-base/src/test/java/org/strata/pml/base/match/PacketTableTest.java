package org.strata.pml.base.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.pml.base.PayloadPool;
import org.strata.testkit.Seed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Queues of records by key, and of records alone, against lists. */
final class PacketTableTest {
    @RegisterExtension final Seed seed = new Seed();

    private final PayloadPool payloads = new PayloadPool();
    private final PacketStore packets = new PacketStore(payloads);
    private final long packet = payloads.allocate(MatchHeader.LENGTH);

    @AfterEach
    void close() {
        payloads.close();
    }

    private long record() {
        return packets.copy(1, null, null, packet, MatchHeader.LENGTH);
    }

    private static <T> T draw(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    /** Any record may leave, not only the oldest of its key. */
    @ParameterizedTest
    @ValueSource(ints = {PacketRecord.IN_PEER_TABLE, PacketRecord.IN_COMM_TABLE})
    void isAMapOfLists(int place) {
        Random random = seed.random();
        PacketTable table = new PacketTable(payloads, place);
        Map<Long, List<Long>> model = new HashMap<>();
        List<Long> all = new ArrayList<>();
        for (int step = 0; step < 200_000; step++) {
            // Keys come again for a while, then others do; some differ in their upper half only.
            long key =
                    (step / 500 * 10 + random.nextInt(40)) * (random.nextBoolean() ? 1 : 1L << 32);
            List<Long> queue = model.computeIfAbsent(key, any -> new ArrayList<>());
            assertThat(table.first(key)).isEqualTo(queue.isEmpty() ? 0 : queue.getFirst());
            boolean grows = step % 20_000 < 10_000;
            if (random.nextInt(3) < (grows ? 2 : 1)) {
                long added = record();
                table.append(key, added);
                queue.add(added);
                all.add(added);
            } else if (!all.isEmpty()) {
                long removed = queue.isEmpty() ? draw(all, random) : draw(queue, random);
                long itsKey = PacketRecord.key(removed);
                table.remove(removed);
                model.get(itsKey).remove(removed);
                all.remove(removed);
                packets.free(removed);
            }
            assertThat(table.isEmpty()).isEqualTo(all.isEmpty());
        }
        Set<Long> seen = new HashSet<>();
        table.forEach(seen::add);
        assertThat(seen).isEqualTo(new HashSet<>(all));
    }

    /** A message of each of a million tags costs the heap nothing, and the table gives back all. */
    @Test
    void manyKeysCostTheHeapNothing() {
        PacketTable table = new PacketTable(payloads, PacketRecord.IN_PEER_TABLE);
        int count = 1_000_000;
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        long before = runtime.totalMemory() - runtime.freeMemory();
        for (int key = 0; key < count; key++) {
            table.append(key, record());
        }
        System.gc();
        long after = runtime.totalMemory() - runtime.freeMemory();
        assertThat(after - before).isLessThan(2 << 20);
        assertThat(payloads.heldBytes()).isGreaterThan(128L * count);
        int removed = 0;
        for (long some = table.any(); some != 0; some = table.any()) {
            table.remove(some);
            packets.free(some);
            removed++;
        }
        assertThat(removed).isEqualTo(count);
        assertThat(payloads.heldBytes()).isLessThan(64 << 20);
    }

    @Test
    void aQueueIsAList() {
        Random random = seed.random();
        PacketQueue queue = new PacketQueue(PacketRecord.IN_COMM_QUEUE);
        List<Long> model = new ArrayList<>();
        for (int step = 0; step < 50_000; step++) {
            if (random.nextInt(100) < (step % 2000 < 1000 ? 60 : 40)) {
                long added = record();
                queue.append(added);
                model.add(added);
            } else if (!model.isEmpty()) {
                long removed = random.nextBoolean() ? model.getFirst() : draw(model, random);
                queue.remove(removed);
                model.remove(removed);
                packets.free(removed);
            }
            assertThat(queue.first()).isEqualTo(model.isEmpty() ? 0 : model.getFirst());
        }
    }
}
