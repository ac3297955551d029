package org.strata.pml.base.match;

import org.strata.mca.pml.MessageWaits;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.progress.Completion.WaitState;

/** A receive as the matching queues see it; a PML's receive request extends it. */
public abstract class PostedReceive extends PmlRequest {
    /** Rank of the wanted sender, or ANY_SOURCE; the status fields say what came. */
    public int wantedSource;

    /** The wanted tag, or ANY_TAG. */
    public int wantedTag;

    /** Its number in the order of posting in its communicator. */
    long order;

    /** The table that holds {@link #link}, or null when a chain holds it by itself. */
    TagTable<PostedReceive> table;

    /** The link only keeps the reference. */
    @SuppressWarnings("this-escape")
    final Link<PostedReceive> link = new Link<>(this);

    /** Whether it is in {@link #expectedIn}, and in no other queue. */
    boolean expected;

    ExpectedReceives expectedIn;

    /** The next one there; meaningless while this is not there. */
    PostedReceive nextExpected;

    /** Removes this receive from the matching queues; returns false when it is in none. */
    public final boolean withdraw() {
        if (expected) {
            Matcher.queueExpected(expectedIn.peer());
        }
        if (!link.linked()) {
            return false;
        }
        if (table == null) {
            link.unlink();
        } else {
            table.remove(link);
        }
        return true;
    }

    /** Returns whether this receive is in the matching queues: its message has not arrived. */
    private boolean awaitsMessage() {
        return expected || link.linked();
    }

    @Override
    public int awaited() {
        if (!awaitsMessage()) {
            return NOBODY;
        }
        return wantedSource == Pml.ANY_SOURCE ? SEVERAL : comm().peer(wantedSource).rank();
    }

    @Override
    public WaitState waitState() {
        return awaitsMessage()
                ? MessageWaits.arrival(
                        comm(), wantedSource, wantedTag, buf.size(), MatchComm.kept(comm()))
                : super.waitState();
    }
}
