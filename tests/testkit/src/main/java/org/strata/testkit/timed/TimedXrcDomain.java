package org.strata.testkit.timed;

import org.strata.verbs.XrcDomain;

import java.util.HashMap;
import java.util.Map;

/** An XRC domain and its shared receive queues; those of a name are one for all devices. */
final class TimedXrcDomain implements XrcDomain {
    private final XrcDomain inner;
    private final Map<Integer, TimedSrq> queues;

    /**
     * @param queues those of the domain, by number
     */
    TimedXrcDomain(XrcDomain inner, Map<Integer, TimedSrq> queues) {
        this.inner = inner;
        this.queues = queues;
    }

    TimedXrcDomain(XrcDomain inner) {
        this(inner, new HashMap<>());
    }

    XrcDomain inner() {
        return inner;
    }

    void add(TimedSrq queue) {
        queues.put(queue.number(), queue);
    }

    void remove(TimedSrq queue) {
        queues.remove(queue.number(), queue);
    }

    /** Returns the queue of a number, or null. */
    TimedSrq queue(int number) {
        return queues.get(number);
    }

    @Override
    public void close() {
        inner.close();
    }
}
