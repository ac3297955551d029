package org.strata.mca.pml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Names of communicators, the last ones of a process, and those that have been freed. */
class CommIdTest {
    private static final long NUMBERS = 1L << 32;

    @Test
    void noTwoCommunicatorsShareAName() {
        Set<Long> names = new HashSet<>();
        for (int process : new int[] {0, 1, 131_072, Integer.MAX_VALUE}) {
            CommId.Namer namer = new CommId.Namer(process);
            assertThat(names.add(CommId.world(process))).isTrue();
            assertThat(names.add(CommId.self(process))).isTrue();
            for (int i = 0; i < 1000; i++) {
                long made = namer.next();
                assertThat(made).isNotNegative();
                assertThat(names.add(made)).isTrue();
                assertThat(CommId.process(made)).isEqualTo(process);
                assertThat(CommId.text(made)).isEqualTo(process + "." + (i + 2));
            }
        }
    }

    /** No name comes again: the process that has given all of them fails. */
    @Test
    void namesEndInAnError() {
        int process = Integer.MAX_VALUE;
        CommId.Namer namer = new CommId.Namer(process, NUMBERS - 3);
        for (long number = NUMBERS - 3; number < NUMBERS; number++) {
            long made = namer.next();
            assertThat(CommId.number(made)).isEqualTo(number);
            assertThat(CommId.process(made)).isEqualTo(process);
        }
        assertThat(namer.next()).isEqualTo(Rc.NO_MEMORY);
        assertThat(namer.next()).isEqualTo(Rc.NO_MEMORY);
    }

    @Test
    void theFreedOnesAreKnown() {
        RetiredComms retired = new RetiredComms();
        Set<Long> model = new HashSet<>();
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            long identity = (long) random.nextInt(4) << 32 | NUMBERS - 1 - random.nextInt(3000);
            if (model.add(identity)) {
                retired.add(identity);
            }
            long other = (long) random.nextInt(5) << 32 | NUMBERS - 1 - random.nextInt(3000);
            assertThat(retired.contains(other)).isEqualTo(model.contains(other));
        }
    }

    /** What was freed last is what late packets are of, whoever has named it. */
    @Test
    void theLastOneIsKnownHoweverManyOthersAre() {
        RetiredComms retired = new RetiredComms(10);
        for (long number = 2; number < 24; number += 2) {
            retired.add(number);
        }
        for (int process = 1; process < 30; process++) {
            long freed = (long) process << 32 | 5;
            retired.add(freed);
            assertThat(retired.contains(freed)).isTrue();
        }
    }

    /** A loop of creations and frees takes one range; gaps take one each, up to a bound. */
    @Test
    void theLowestAreForgottenFirst() {
        RetiredComms retired = new RetiredComms(10);
        for (long number = 2; number < 100_000; number++) {
            retired.add(number);
        }
        assertThat(retired.contains(2)).isTrue();
        assertThat(retired.contains(99_999)).isTrue();
        for (long number = 100_001; number < 100_021; number += 2) {
            retired.add(number);
        }
        assertThat(retired.contains(2)).isFalse();
        assertThat(retired.contains(100_001)).isTrue();
        assertThat(retired.contains(100_019)).isTrue();
    }
}
