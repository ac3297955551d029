package org.strata.mca.pml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Operations that may begin never share a tag, whenever the older ones end. */
class TagTurnsTest {
    private static final int COUNT = 16;

    @ParameterizedTest
    @ValueSource(longs = {0, COUNT - 3, (1L << 31) - 20, (1L << 32) - 20, Long.MAX_VALUE - 1000})
    void thoseThatMayBeginHaveTagsOfTheirOwn(long first) {
        TagTurns turns = new TagTurns(COUNT, first);
        Random random = new Random(first);
        List<TagTurns.Turn> underWay = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        int held = 0;
        for (int i = 0; i < 300; i++) {
            int numbers = random.nextInt(4);
            underWay.add(turns.take(numbers));
            counts.add(numbers);
            Set<Integer> tags = new HashSet<>();
            int used = 0;
            for (int k = 0; k < underWay.size(); k++) {
                if (underWay.get(k).mayBegin()) {
                    for (int n = 0; n < counts.get(k); n++) {
                        assertThat(underWay.get(k).index(n)).isBetween(0, COUNT - 1);
                        tags.add(underWay.get(k).index(n));
                        used++;
                    }
                } else {
                    held++;
                }
            }
            assertThat(tags).hasSize(used);
            while (underWay.size() > random.nextInt(14)) {
                int ended = random.nextInt(underWay.size());
                if (underWay.get(ended).mayBegin()) {
                    underWay.remove(ended).end();
                    counts.remove(ended);
                }
            }
        }
        assertThat(held).as("turns that came too early").isPositive();
    }

    /** The rule is local: the oldest one may always begin. */
    @Test
    void oneThatIsEarlyMayBeginWhenTheOlderOnesHaveEnded() {
        TagTurns turns = new TagTurns(ReservedTags.NON_BLOCKING, ReservedTags.NON_BLOCKING.count());
        TagTurns.Turn persevering = turns.take(1);
        assertThat(persevering.tag(0)).isEqualTo(ReservedTags.NON_BLOCKING.tag(0));
        for (int i = 1; i < ReservedTags.NON_BLOCKING.count(); i++) {
            TagTurns.Turn next = turns.take(1);
            assertThat(next.mayBegin()).isTrue();
            next.end();
        }
        TagTurns.Turn early = turns.take(1);
        TagTurns.Turn earlier = turns.take(2);
        assertThat(early.tag(0)).isEqualTo(persevering.tag(0));
        assertThat(early.mayBegin()).isFalse();
        assertThat(earlier.mayBegin()).isFalse();
        persevering.end();
        assertThat(early.mayBegin()).isTrue();
        assertThat(earlier.mayBegin()).isTrue();
    }

    @Test
    void anOperationHasAtMostAsManyNumbersAsThereAreTags() {
        TagTurns turns = new TagTurns(COUNT, 5);
        TagTurns.Turn all = turns.take(COUNT);
        assertThat(all.mayBegin()).isTrue();
        assertThat(turns.take(1).mayBegin()).isFalse();
        assertThatThrownBy(() -> turns.take(COUNT + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
