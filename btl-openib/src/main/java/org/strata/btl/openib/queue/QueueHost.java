package org.strata.btl.openib.queue;

import org.strata.btl.openib.connect.Connection;
import org.strata.btl.openib.connect.ConnectionHost;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.PairHolder;
import org.strata.btl.openib.connect.PortAddress;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.rcache.Registration;
import org.strata.opal.time.Clock;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.Context;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;

import java.lang.foreign.Arena;
import java.util.function.LongPredicate;

/** What queues and lanes need of their link. */
public interface QueueHost {
    /** Returns the open device. */
    Context device();

    /** Returns the domain of the link's memory. */
    ProtectionDomain domain();

    /** Returns the channel on which completions wake the rank. */
    CompletionChannel channel();

    /** Returns the owner of memory for requests. */
    Arena arena();

    /** Returns the clock of connections. */
    Clock clock();

    /** Returns how long connecting may take. */
    Connection.Timing timing();

    /** Returns the link's number. */
    int number();

    /** Returns the port's address. */
    PortAddress address();

    /** Returns the first packet sequence number of queue pairs. */
    int psn();

    /** Returns the length up to which messages go with their requests. */
    int maxInline();

    /** Returns a key for local access. */
    int localKey(Registration registration);

    /** Makes a queue pair in state INIT; throws when the adapter has none left. */
    QueuePair createPair(QpInit init);

    /**
     * Connects a queue pair with the peer's, so that sends to an empty queue are retried for ever.
     *
     * @param rnrTimer the time between two such tries, in InfiniBand's code
     */
    void connect(QueuePair pair, PortAddress peer, int destination, int psn, int rnrTimer);

    /** Asks the budget for queue pairs; as {@link ConnectionHost#takeQueuePairs}. */
    ConnectionHost.Grant take(PairHolder holder, boolean asked);

    /** Returns queue pairs that have been destroyed to the budget. */
    void give(PairHolder holder);

    /** Withdraws a request for queue pairs. */
    void withdraw(PairHolder holder);

    /** Returns a number that grows with every use of a connection. */
    long tick();

    /**
     * Returns what counts one lane's breaks by the adapter: at a time, whether there have been too
     * many.
     */
    LongPredicate breakCounter();

    /** Sends a message to a peer out of band. */
    void say(BtlEndpoint peer, ConnectionMessage message);

    /** Has the link make progress, also when it has no other work. */
    void activate();

    /** The link to a peer has failed for good. */
    void fail(BtlEndpoint peer, String reason);

    /** Prints a transition of a lane's connection on the verbose stream. */
    void trace(String line);
}
