package org.strata.btl.openib.fast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Random;

/** The sizes of rings that are learned from messages. */
final class LearnedShapeTest {
    private static final RingShape MOST =
            new RingShape(RingLayout.VARIABLE_BOTTOM, 16, 8192, 32768);

    private final LearnedShape learned = new LearnedShape(MOST);
    private long messages;

    private RingShape open(int bytes) {
        learned.onQueueMessage(bytes, false, null, ++messages);
        RingShape made = learned.next();
        learned.opened(messages);
        return made;
    }

    /** Messages by queue while a ring exists, each behind so many by ring; whether it is to go. */
    private boolean byQueue(RingShape present, int count, int bytes, boolean full, int byRing) {
        for (int i = 0; i < count; i++) {
            messages += 1 + byRing;
            if (learned.onQueueMessage(bytes, full, present, messages)) {
                return true;
            }
        }
        return false;
    }

    @ParameterizedTest
    @CsvSource({
        "40, 128, 512",
        "96, 128, 512",
        "97, 256, 1024",
        "4000, 4096, 16384",
        "8160, 8192, 32768",
        "8161, 128, 512",
        "70000, 128, 512"
    })
    void aRingBeginsWithWhatItsMessagesNeed(int bytes, int limit, int block) {
        assertThat(open(bytes))
                .isEqualTo(new RingShape(RingLayout.VARIABLE_BOTTOM, 16, limit, block));
    }

    @Test
    void aRingThatIsTooShortForManyMakesRoomForALongerOne() {
        RingShape present = open(40);
        assertThat(byQueue(present, 200, 1000, false, 0)).isTrue();
        RingShape longer = open(40);
        assertThat(longer.longest()).isEqualTo(2016);
        assertThat(byQueue(longer, 500, 3000, false, 20)).as("one in twenty").isFalse();
        assertThat(byQueue(longer, 500, 70_000, false, 0)).as("in no ring").isFalse();
    }

    @Test
    void aRingThatIsOftenFullGrowsUpToWhatIsConfigured() {
        RingShape present = open(1000);
        assertThat(byQueue(present, 500, 500, false, 0)).as("not full").isFalse();
        int rings = 1;
        while (byQueue(present, 500, 500, true, 1)) {
            RingShape larger = open(40);
            assertThat(larger.block()).isEqualTo(Math.min(MOST.block(), 2 * present.block()));
            assertThat(larger.limit()).as("as before").isEqualTo(present.limit());
            present = larger;
            rings++;
        }
        assertThat(present.block()).isEqualTo(MOST.block());
        assertThat(rings).isEqualTo(3);
    }

    @Test
    void whatEndsOtherwiseIsLearnedAnew() {
        RingShape present = open(8000);
        assertThat(present.block()).isEqualTo(MOST.block());
        assertThat(open(40).block()).isEqualTo(512);
    }

    /** Whatever comes: a shape that can be, no larger than configured. */
    @ParameterizedTest
    @EnumSource(RingLayout.class)
    void everyShapeCanBe(RingLayout layout) {
        Random random = new Random(layout.ordinal());
        for (int i = 0; i < 2000; i++) {
            int limit = RingShape.LEAST_LIMIT + 8 * random.nextInt(1000);
            RingShape most = new RingShape(layout, 1 + random.nextInt(9), limit, 2 * limit + 8 * i);
            assertThat(most.valid()).isTrue();
            LearnedShape any = new LearnedShape(most);
            RingShape present = null;
            for (long number = 1; number < 300; number++) {
                int bytes = 1 + random.nextInt(2 * limit);
                if (any.onQueueMessage(bytes, random.nextBoolean(), present, number)) {
                    present = null;
                }
                if (present == null && random.nextInt(9) == 0) {
                    present = any.next();
                    any.opened(number);
                    assertThat(present.valid()).as("%s", present).isTrue();
                    assertThat(present.limit()).isLessThanOrEqualTo(most.limit());
                    assertThat(present.block()).isLessThanOrEqualTo(most.block());
                    assertThat(present.slots()).isEqualTo(most.slots());
                }
            }
        }
    }

    /** Slots are what they are: a ring of the fixed designs makes no room because it is full. */
    @Test
    void fixedDesignsLearnTheLengthOfTheirSlots() {
        LearnedShape slots = new LearnedShape(new RingShape(RingLayout.FIXED_TOP, 16, 8192, 32768));
        slots.onQueueMessage(400, false, null, 1);
        RingShape present = slots.next();
        slots.opened(1);
        assertThat(present.limit()).isEqualTo(512);
        for (int number = 2; number < 500; number++) {
            assertThat(slots.onQueueMessage(400, true, present, number)).isFalse();
        }
    }
}
