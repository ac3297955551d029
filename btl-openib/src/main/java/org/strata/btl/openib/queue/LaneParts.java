package org.strata.btl.openib.queue;

import org.strata.btl.openib.connect.Agenda;
import org.strata.verbs.XrcDomain;

/** What all ends of a link's lanes share. */
final class LaneParts {
    private static final int DEFAULT_RNR_TIMER = 5;

    final QueueHost link;

    /** The domain of the queue pairs. */
    final XrcDomain domain;

    /** Ends that need a look on every poll. */
    final Agenda agenda = new Agenda();

    final Callbacks callbacks;
    final Arrivals arrivals;
    final LaneSends sends;
    final QueueCompletions completions;

    /** The time between two tries of a send to an empty queue, in InfiniBand's code. */
    int rnrTimer = DEFAULT_RNR_TIMER;

    /**
     * @param failed called when a completion queue has failed
     */
    LaneParts(QueueHost link, Runnable failed) {
        this.link = link;
        domain = link.device().openXrcDomain(null);
        callbacks = new Callbacks();
        arrivals = new Arrivals(link, domain, callbacks);
        sends = new LaneSends(link);
        completions = new QueueCompletions(link, arrivals, sends, failed);
    }

    /** Has an end of a lane looked after on every poll. */
    void schedule(Agenda.Entry end) {
        if (!end.isScheduled()) {
            agenda.add(end);
            link.activate();
        }
    }

    /** Closes the completion queues and the domain, after the lanes. */
    void close() {
        arrivals.close();
        sends.queue().close();
        domain.close();
    }
}
