package org.strata.pml.tupleq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.QueueBtl;

/** Where a tuple's numbers begin, at both ends, and what part of them goes with a message. */
final class TupleNumbersTest {
    private static final OutgoingPair NO_PAIR = null;

    @ParameterizedTest
    @ValueSource(longs = {0, (1L << 31) - 1, (1L << 32) - 1, 1L << 62})
    void bothEndsBeginAlike(long before) {
        OutTuple out = new OutTuple(NO_PAIR, 4, before);
        InTuple in = new InTuple(null, 4, null, before);
        assertThat(out.sent).isEqualTo(in.posted).isEqualTo(in.arrived).isEqualTo(before);
        assertThat(out.wanted).as("no receive is posted").isEqualTo(out.sent);
        assertThat(out.received).as("nothing has landed").isLessThan(before + 1);
        assertThat(in.reported).isEqualTo(in.reportUpTo).isEqualTo(out.parkedUpTo);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, (1L << 31) - 3, (1L << 32) - 3, (1L << 33) - 3})
    void messagesCountTheLow31Bits(long before) {
        int last = OutTuple.immediate(before);
        for (long number = before + 1; number < before + 10; number++) {
            int next = OutTuple.immediate(number);
            assertThat(next).isNotNegative();
            assertThat((next - last) & QueueBtl.NUMBER_MASK).isEqualTo(1);
            last = next;
        }
    }
}
