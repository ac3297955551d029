package org.strata.oob;

import org.strata.oob.Modex.CardWaiter;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;

import java.nio.ByteBuffer;

/**
 * The other jobs, as the {@link Switchboard} of a job sees them. Processes of all jobs have numbers
 * of their own. Belongs to the server's event loop.
 */
interface Federation {
    /** No other jobs. */
    Federation ALONE = new Alone();

    /**
     * Returns whether the name server is another job's, which knows a process of another job.
     *
     * @throws MalformedFrameException when no job has such a process
     */
    boolean isElsewhere(int number);

    /** Sends a frame to a process of another job; it is lost when there is no such job any more. */
    void send(int number, ByteBuffer frame);

    /** Relays a request of a process to the name server of another job. */
    void relay(int number, ByteBuffer request);

    /**
     * Has the name server of another job answer a request, or answers that there is no such value
     * when it is lost.
     *
     * @return false when there is none: this job's server has the answer
     */
    boolean ask(CardWaiter waiter, FrameReader request);

    /** A process of this job has published a value. */
    void published(int number, String key, byte[] value);

    /** A process of this job does not wait for an answer any more. */
    void forgotten(CardWaiter waiter, FrameReader request);

    /** A job that is in no federation. */
    final class Alone implements Federation {
        private Alone() {}

        @Override
        public boolean isElsewhere(int number) {
            throw new MalformedFrameException("no rank " + number);
        }

        @Override
        public void send(int number, ByteBuffer frame) {}

        @Override
        public void relay(int number, ByteBuffer request) {
            throw new IllegalStateException("no name server");
        }

        @Override
        public boolean ask(CardWaiter waiter, FrameReader request) {
            return false;
        }

        @Override
        public void published(int number, String key, byte[] value) {}

        @Override
        public void forgotten(CardWaiter waiter, FrameReader request) {}
    }
}
