package org.strata.pml.base.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The table against a map of the JDK, with identities that come close to each other or not. */
class IdentityTableTest {
    @ParameterizedTest
    @ValueSource(longs = {4, 100, 1L << 40, Long.MAX_VALUE})
    void agreesWithAMap(long bound) {
        IdentityTable<String> table = new IdentityTable<>();
        Map<Long, String> model = new HashMap<>();
        Random random = new Random(bound);
        for (int step = 0; step < 50_000; step++) {
            // Large and small by turns, so that it grows and is emptied.
            int size = (step / 1000) % 2 == 0 ? 300 : 3;
            long key = (random.nextLong() & Long.MAX_VALUE) % bound;
            if (model.containsKey(key) && model.size() > size) {
                assertThat(table.remove(key)).isEqualTo(model.remove(key));
            } else if (!model.containsKey(key) && model.size() < size) {
                table.put(key, "v" + step);
                model.put(key, "v" + step);
            } else if (model.size() > size) {
                long some = model.keySet().iterator().next();
                assertThat(table.remove(some)).isEqualTo(model.remove(some));
            }
            assertThat(table.get(key)).isEqualTo(model.get(key));
            assertThat(table.size()).isEqualTo(model.size());
        }
        assertThat(table.remove(-1)).isNull();
        model.forEach((key, value) -> assertThat(table.get(key)).isEqualTo(value));
        List<String> all = new ArrayList<>();
        table.forEach(all::add);
        assertThat(all).containsExactlyInAnyOrderElementsOf(model.values());
        assertThat(table.toArray(new String[0]))
                .containsExactlyInAnyOrderElementsOf(model.values());
    }
}
