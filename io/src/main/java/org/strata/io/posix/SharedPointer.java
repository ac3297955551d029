package org.strata.io.posix;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;

/**
 * The shared file pointer: a number in the memory of rank 0, which the others advance by messages
 * on the file's own communicator. So it ends with the job, however that ends, no other user reaches
 * it, and it needs no locks of the file system, which not every one has. The price: rank 0 answers
 * while it is inside an MPI call, or has a progress thread.
 *
 * <p>A request consists of the bytes to advance by, an answer of the pointer before. Messages of
 * one pair of ranks stay in order, so one tag for all answers suffices. Used inside the bracket.
 */
final class SharedPointer implements Progressable {
    private static final int REQUEST_TAG = 0;
    private static final int ANSWER_TAG = 1;

    private final CommContext comm;
    private final Pml pml;
    private final ProgressEngine engine;
    private final long[] asked = new long[1];
    private PmlRequest request;
    private long value;

    SharedPointer(CommContext comm, Pml pml, ProgressEngine engine) {
        this.comm = comm;
        this.pml = pml;
        this.engine = engine;
    }

    private boolean atHome() {
        return comm.rank() == 0;
    }

    /** Begins to answer, at rank 0. */
    void open() {
        if (atHome() && comm.size() > 1) {
            awaitRequest();
            engine.registerLowPriority(this);
        }
    }

    private void awaitRequest() {
        request = pml.ireceive(buf(asked), Pml.ANY_SOURCE, REQUEST_TAG, comm);
    }

    private static Buf buf(long[] numbers) {
        return new Buf(numbers, 0, numbers.length, BlockingExchanges.LONG);
    }

    @Override
    public int progress() {
        int events = 0;
        while (request != null && request.isDone()) {
            int rc = request.error;
            int source = request.source;
            request.release();
            request = null;
            if (rc == Rc.OK) {
                answer(source);
                awaitRequest();
            }
            events++;
        }
        return events;
    }

    private void answer(int source) {
        long before = value;
        value += asked[0];
        send(before, source, ANSWER_TAG);
    }

    /** Sends a number; the request finishes by itself. */
    private void send(long number, int to, int tag) {
        pml.isend(buf(new long[] {number}), to, tag, SendMode.STANDARD, comm).release();
    }

    /** The pointer before it was advanced, when it is known. */
    final class Advance implements Completion {
        private final long[] before = new long[1];

        /** Null when there is none, or none any more. */
        private PmlRequest answer;

        private int rc = Rc.OK;

        private Advance(long bytes) {
            if (atHome()) {
                before[0] = value;
                value += bytes;
                answer = null;
            } else {
                answer = pml.ireceive(buf(before), 0, ANSWER_TAG, comm);
                send(bytes, 0, REQUEST_TAG);
            }
        }

        @Override
        public boolean isDone() {
            return answer == null || answer.isDone();
        }

        @Override
        public WaitState waitState() {
            return answer == null ? WaitState.UNKNOWN : answer.waitState();
        }

        /** Releases the messages; called once, when it is done. */
        void end() {
            if (answer != null) {
                rc = answer.error;
                answer.release();
                answer = null;
            }
        }

        int rc() {
            return rc;
        }

        long before() {
            return before[0];
        }
    }

    /** Begins to advance the pointer. */
    Advance advance(long bytes) {
        return new Advance(bytes);
    }

    /** Sets the pointer, at rank 0; the others' calls do nothing. */
    void set(long position) {
        value = position;
    }

    /** Ends the answers. No member uses the pointer any more. */
    void close() {
        if (request != null) {
            engine.unregister(this);
            request.cancel();
            engine.waitFor(request);
            request.release();
            request = null;
        }
    }
}
