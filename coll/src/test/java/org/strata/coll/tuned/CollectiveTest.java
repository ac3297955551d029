package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

class CollectiveTest {
    /** A message of one collective must not match a receive of another. */
    @Test
    void everyCollectiveHasATagOfItsOwn() {
        Set<Integer> tags = new HashSet<>(List.of(Collective.GATHERV_TAG, Collective.SCATTERV_TAG));
        Collective.ALL.forEach(collective -> tags.add(collective.tag()));
        assertThat(tags).hasSize(Collective.ALL.size() + 2);
    }
}
