package org.strata.io.posix;

import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages of one step of an access, under way together. Accesses under way at the same time
 * have tags of their own, by turns ({@link org.strata.mca.pml.TagTurns}). Inside the bracket.
 */
final class MessageGroup {
    private static final int FIRST_TAG = 2;

    /** Number of accesses whose messages may be under way together. */
    static final int TURNS = 1 << 14;

    private final FileComm comm;
    private final int tag;
    private final List<PmlRequest> requests = new ArrayList<>();
    private int completed;
    private int rc = Rc.OK;

    /**
     * @param turn index of the access's turn; the same at all members
     */
    MessageGroup(FileComm comm, int turn) {
        this.comm = comm;
        this.tag = FIRST_TAG + turn;
    }

    void send(Buf data, int to) {
        requests.add(comm.pml().isend(data, to, tag, SendMode.STANDARD, comm.context()));
    }

    /** Posts a receive; its {@code bytes} count when all messages are complete. */
    PmlRequest receive(Buf data, int from) {
        PmlRequest request = comm.pml().ireceive(data, from, tag, comm.context());
        requests.add(request);
        return request;
    }

    boolean isComplete() {
        while (completed < requests.size()) {
            PmlRequest next = requests.get(completed);
            if (!next.isDone()) {
                return false;
            }
            rc = rc == Rc.OK ? next.error : rc;
            completed++;
        }
        return true;
    }

    /** Releases the messages of this step, all of which are complete. */
    void release() {
        requests.forEach(PmlRequest::release);
        requests.clear();
        completed = 0;
    }

    /** Returns the first failure of any step. */
    int rc() {
        return rc;
    }
}
