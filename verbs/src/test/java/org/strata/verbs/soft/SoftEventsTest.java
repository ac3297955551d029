package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.time.Clock;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.soft.segment.CqRing;
import org.strata.verbs.soft.segment.Site;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;

/** Events that nobody has looked at when their subject is closed are not about its successor. */
final class SoftEventsTest {
    /** More pairs than the records of a chunk have numbers. */
    private static final int MOST_PAIRS = 2 * 32 * 255;

    private final SoftContext device =
            new SoftProvider(
                            SoftConfig.defaults(),
                            SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE),
                            notice -> {})
                    .open("soft0");
    private final ProtectionDomain domain = device.allocPd();
    private final CompletionQueue completions = device.createCq(64, null);
    private final AsyncEvent event = new AsyncEvent();

    @AfterEach
    void close() {
        completions.close();
        domain.close();
        device.close();
    }

    private QueuePair pair() {
        QueuePair made = device.createQp(QpInit.rc(domain, completions, completions, 4, 4, 0));
        made.modify(QpAttributes.toInit(1, 0));
        return made;
    }

    /** Makes pairs until one is as wanted: records are used by turns, so that some pass by. */
    private QueuePair pair(IntPredicate number) {
        QueuePair made = pair();
        for (int i = 0; !number.test(made.number()) && i < MOST_PAIRS; i++) {
            made.close();
            made = pair();
        }
        assertThat(number.test(made.number())).isTrue();
        return made;
    }

    private boolean next() {
        return device.nextEvent(event, 0);
    }

    @Test
    void aPairsEventIsItsOwn() {
        QueuePair failed = pair();
        QueuePair other = pair();
        device.failQp(failed);
        assertThat(next()).isTrue();
        assertThat(event.type()).isEqualTo(AsyncEventType.QP_FATAL);
        assertThat(event.queuePair()).isSameAs(failed);
        assertThat(next()).isFalse();
        failed.close();
        other.close();
    }

    @Test
    void aPairsEventIsNotItsSuccessors() {
        QueuePair failed = pair();
        int number = failed.number();
        device.failQp(failed);
        failed.close();
        QueuePair successor = pair(other -> Site.qpIndex(other) == Site.qpIndex(number));
        assertThat(next()).as("an event of the pair that is gone").isFalse();
        assertThat(successor.state()).isEqualTo(QpState.INIT);
        device.failQp(successor);
        assertThat(next()).isTrue();
        assertThat(event.queuePair()).isSameAs(successor);
        successor.close();
    }

    /** A pair's number has 24 bits, and comes again. */
    @Test
    void aPairsEventIsNotThatOfALaterOneWithTheSameNumber() {
        QueuePair failed = pair();
        int number = failed.number();
        device.failQp(failed);
        failed.close();
        QueuePair later = pair(other -> other == number);
        assertThat(next()).isFalse();
        later.close();
    }

    @Test
    void aSharedQueuesEventIsNotItsSuccessors() {
        SharedReceiveQueue queue = domain.createSrq(4, 1);
        int index = ((SoftSrq) queue).index();
        device.parts().device().self().event(AsyncEventType.SRQ_LIMIT_REACHED, index);
        assertThat(next()).isTrue();
        assertThat(event.sharedReceiveQueue()).isSameAs(queue);
        device.parts().device().self().event(AsyncEventType.SRQ_LIMIT_REACHED, index);
        queue.close();
        SharedReceiveQueue successor = domain.createSrq(4, 1);
        for (int i = 0; ((SoftSrq) successor).index() != index && i < MOST_PAIRS; i++) {
            successor.close();
            successor = domain.createSrq(4, 1);
        }
        assertThat(((SoftSrq) successor).index()).isEqualTo(index);
        assertThat(next()).isFalse();
        successor.close();
    }

    @Test
    void aCompletionQueuesEventIsNotItsSuccessors() {
        CompletionQueue tiny = device.createCq(1, null);
        QueuePair pair = device.createQp(QpInit.rc(domain, tiny, tiny, 4, 4, 0));
        pair.modify(QpAttributes.toInit(1, 0));
        int index = ((SoftCq) tiny).index();
        device.parts().device().self().complete(index, CqRing.OWNER, 1, false, 1, 0, 0, 0, 0, 0);
        device.parts().device().self().complete(index, CqRing.OWNER, 1, false, 2, 0, 0, 0, 0, 0);
        pair.close();
        tiny.close();
        CompletionQueue successor = device.createCq(1, null);
        for (int i = 0; ((SoftCq) successor).index() != index && i < MOST_PAIRS; i++) {
            successor.close();
            successor = device.createCq(1, null);
        }
        assertThat(((SoftCq) successor).index()).isEqualTo(index);
        assertThat(next()).isFalse();
        device.parts().device().self().complete(index, CqRing.OWNER, 1, false, 1, 0, 0, 0, 0, 0);
        device.parts().device().self().complete(index, CqRing.OWNER, 1, false, 2, 0, 0, 0, 0, 0);
        assertThat(next()).isTrue();
        assertThat(event.type()).isEqualTo(AsyncEventType.CQ_ERR);
        assertThat(event.completionQueue()).isSameAs(successor);
        successor.close();
    }

    @Test
    void numbersStayValidAfterMorePairsThanAnIntCounts() {
        for (long first : new long[] {Integer.MAX_VALUE - 1000L, Integer.MAX_VALUE - 3, 1L << 32}) {
            device.parts().objects().serialFrom(first);
            Set<Integer> numbers = new HashSet<>();
            for (int i = 0; i < 200; i++) {
                QueuePair made = pair();
                assertThat(made.number()).isPositive().isLessThan(1 << 24);
                assertThat(numbers.add(made.number())).as("number %d", i).isTrue();
                assertThat(device.parts().objects().qps().get(Site.qpIndex(made.number())))
                        .isSameAs(made);
                made.close();
            }
        }
    }
}
