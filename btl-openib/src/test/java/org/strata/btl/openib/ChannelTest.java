package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Positions of requests, whose numbers wrap. */
class ChannelTest {
    /** A write to a ring is over, also when 2^31 requests without one have followed. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1_000, Integer.MAX_VALUE - 2, Integer.MIN_VALUE, -3})
    void aRequestIsOverHoweverManyFollow(int head) {
        int tail = head + 5;
        assertThat(Channel.isOver(tail, head, tail)).as("under way, the last one").isFalse();
        assertThat(Channel.isOver(head + 1, head, tail)).as("under way").isFalse();
        for (long behind : new long[] {0, 1, 1_000, (1L << 31) - 6, 1L << 31, (1L << 32) - 100}) {
            assertThat(Channel.isOver(head - (int) behind, head, tail))
                    .as("%d behind", behind)
                    .isTrue();
        }
        assertThat(Channel.isOver(head, head, head)).as("nothing under way").isTrue();
    }
}
