package org.strata.pml.base.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.testkit.Seed;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Queues by number against a map of queues, with far more numbers than are in use at a time. */
final class TagTableTest {
    @RegisterExtension final Seed seed = new Seed();

    @Test
    void isAMapOfQueues() {
        Random random = seed.random();
        TagTable<String> table = new TagTable<>();
        Map<Integer, Deque<Link<String>>> model = new HashMap<>();
        int size = 0;
        for (int step = 0; step < 200_000; step++) {
            // Numbers come again for a while, then others do: slots are dropped and reused.
            int number = step / 500 * 10 + random.nextInt(40);
            Deque<Link<String>> queue = model.computeIfAbsent(number, n -> new ArrayDeque<>());
            String expected = queue.isEmpty() ? null : queue.peekFirst().owner;
            assertThat(table.first(number)).isSameAs(expected);
            if (random.nextBoolean() && size < 64) {
                Link<String> link = new Link<>(Integer.toString(step));
                table.append(number, link);
                queue.addLast(link);
                size++;
            } else if (!queue.isEmpty()) {
                table.remove(queue.removeFirst());
                size--;
            } else if (size >= 64) {
                size -= empty(table, model);
            }
            assertThat(table.size()).isEqualTo(size);
        }
    }

    @Test
    void toRemoveAllTakesAsManyStepsAsThereAreBuckets() {
        int count = 10_000;
        TagTable<PostedReceive> table = new TagTable<>();
        for (int number = 0; number < count; number++) {
            table.append(number, new TestReceive(number).link);
        }
        int removed = 0;
        for (PostedReceive some = table.any(); some != null; some = table.any()) {
            table.remove(some.link);
            removed++;
        }
        assertThat(removed).isEqualTo(count);
        assertThat(table.searched()).isLessThan(4L * count);
    }

    private static int empty(TagTable<String> table, Map<Integer, Deque<Link<String>>> model) {
        int removed = 0;
        for (Deque<Link<String>> queue : model.values()) {
            while (!queue.isEmpty()) {
                table.remove(queue.removeFirst());
                removed++;
            }
        }
        model.clear();
        return removed;
    }
}
