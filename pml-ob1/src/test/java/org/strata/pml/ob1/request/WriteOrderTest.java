package org.strata.pml.ob1.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;

/** An order is over when nothing more will be written, and nothing is still being written. */
class WriteOrderTest {
    private final WriteOrder order = new WriteOrder(0);

    private void of(long size, long next, int inFlight, int failure) {
        order.reset();
        order.size = size;
        order.next = next;
        order.inFlight = inFlight;
        order.failure = failure;
    }

    @Test
    void allBytesMustHaveBeenWritten() {
        of(100, 0, 0, Rc.OK);
        assertThat(order.over()).isFalse();
        of(100, 99, 0, Rc.OK);
        assertThat(order.over()).isFalse();
        of(100, 100, 0, Rc.OK);
        assertThat(order.over()).isTrue();
    }

    @Test
    void noWriteMayBeUnderWay() {
        of(100, 100, 1, Rc.OK);
        assertThat(order.over()).isFalse();
        of(100, 50, 1, Rc.LINK_FAILED);
        assertThat(order.over()).isFalse();
    }

    @Test
    void aFailureEndsIt() {
        of(100, 50, 0, Rc.LINK_FAILED);
        assertThat(order.over()).isTrue();
        of(100, 0, 0, Rc.NO_RESOURCE);
        assertThat(order.over()).isTrue();
    }

    /** Orders are pooled: the next piece begins without what the last one left. */
    @Test
    void aResetOrderIsFresh() {
        of(100, 100, 2, Rc.LINK_FAILED);
        order.refused = true;
        order.limit = 5;
        order.retries = 7;
        order.nextOrder = new WriteOrder(0);
        order.reset();
        assertThat(order.over()).isFalse();
        assertThat(order.next).isZero();
        assertThat(order.inFlight).isZero();
        assertThat(order.failure).isEqualTo(Rc.OK);
        assertThat(order.refused).isFalse();
        assertThat(order.limit).isEqualTo(Long.MAX_VALUE);
        assertThat(order.retries).isZero();
        assertThat(order.nextOrder).isNull();
        assertThat(order.registration).isNull();
    }
}
