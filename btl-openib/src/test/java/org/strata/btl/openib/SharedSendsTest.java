package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** The send requests of one queue pair, divided among channels. */
final class SharedSendsTest {
    private static final int DEPTH = 16;

    private final SharedSends sends = new SharedSends(DEPTH);

    @Test
    void aChannelAloneTakesAll() {
        sends.attach();
        assertThat(fill(0)).isEqualTo(DEPTH);
        assertThat(sends.used()).isEqualTo(DEPTH);
    }

    @Test
    void oneThatIsFullOfMessagesLeavesTheOthersTheirOwn() {
        for (int i = 0; i < 4; i++) {
            sends.attach();
        }
        assertThat(fill(0)).isEqualTo(DEPTH - 3 * SharedSends.OWN);
        for (int other = 0; other < 3; other++) {
            assertThat(fill(0)).isEqualTo(SharedSends.OWN);
        }
        assertThat(sends.used()).isEqualTo(DEPTH);
    }

    /**
     * Who came first has the requests of one that comes later, for as long as they are under way.
     */
    @Test
    void oneThatComesLateGetsItsOwnAsSoonAsRequestsEnd() {
        sends.attach();
        int first = fill(0);
        sends.attach();
        assertThat(sends.mayPost(0)).isFalse();
        sends.end(first--);
        assertThat(sends.mayPost(first)).as("the first one takes no more").isFalse();
        assertThat(sends.mayPost(0)).isTrue();
        sends.post(0);
        sends.end(first--);
        assertThat(sends.mayPost(first)).isFalse();
        assertThat(sends.mayPost(1)).isTrue();
    }

    @Test
    void roomIsForSoManyChannels() {
        int most = DEPTH / SharedSends.OWN;
        assertThat(SharedSends.suffice(DEPTH, most)).isTrue();
        assertThat(SharedSends.suffice(DEPTH, most + 1)).isFalse();
        for (int i = 0; i < most; i++) {
            sends.attach();
        }
        for (int i = 0; i < most; i++) {
            assertThat(fill(0)).isEqualTo(SharedSends.OWN);
        }
    }

    /** Never more requests than the queue pair takes; and nothing is missing at the end. */
    @Test
    void anyOrderOfPostsAndEndsKeepsTheCount() {
        Random random = new Random(11);
        int[] underWay = new int[5];
        for (int i = 0; i < underWay.length; i++) {
            sends.attach();
        }
        for (int step = 0; step < 100_000; step++) {
            int one = random.nextInt(underWay.length);
            if (random.nextInt(3) > 0) {
                boolean may = sends.mayPost(underWay[one]);
                assertThat(may || underWay[one] >= SharedSends.OWN).as("its own").isTrue();
                if (may) {
                    sends.post(underWay[one]++);
                }
            } else if (underWay[one] > 0) {
                sends.end(underWay[one]--);
            }
            int sum = 0;
            for (int each : underWay) {
                sum += each;
            }
            assertThat(sends.used()).isEqualTo(sum).isLessThanOrEqualTo(DEPTH);
        }
        for (int i = 0; i < underWay.length; i++) {
            while (underWay[i] > 0) {
                sends.end(underWay[i]--);
            }
            sends.detach();
        }
        assertThat(sends.used()).isZero();
        assertThat(sends.users()).isZero();
        sends.attach();
        assertThat(fill(0)).isEqualTo(DEPTH);
    }

    /** Posts for one channel until it may post no more; returns how many it has under way. */
    private int fill(int underWay) {
        int own = underWay;
        while (sends.mayPost(own)) {
            sends.post(own++);
        }
        return own;
    }
}
