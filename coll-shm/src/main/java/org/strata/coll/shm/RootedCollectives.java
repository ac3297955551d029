package org.strata.coll.shm;

import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

/**
 * Gather and scatter by the members' cells: one member contributes to all, or all to one. Only who
 * reads waits, but for a free cell; so short ones leave the others as soon as messages would. Tier
 * 1.
 *
 * <p>A reader gets TRUNCATED when a contribution is of another collective or longer than expected;
 * it may be shorter. What is read never exceeds a cell.
 */
final class RootedCollectives {
    private RootedCollectives() {}

    /**
     * @param bytes of one member's contribution
     */
    static int gather(SharedState state, Buf send, Buf receive, int root, long bytes) {
        SharedComm members = state.members;
        int rc;
        if (members.rank() == root) {
            rc = collect(state, send, receive, bytes);
        } else {
            if (!members.claim()) {
                return members.failure();
            }
            send.pack(0, members.payload(members.rank()), bytes);
            members.publish(SharedKind.GATHER.info(SharedWay.CELLS, bytes));
            rc = Rc.OK;
        }
        members.finish();
        return rc;
    }

    /** The own part goes the same way, through the own cell, unless it is in its place. */
    private static int collect(SharedState state, Buf send, Buf receive, long bytes) {
        SharedComm members = state.members;
        int root = members.rank();
        if (send != null) {
            if (!members.claim()) {
                return members.failure();
            }
            send.pack(0, members.payload(root), bytes);
            receive.unpack(members.payload(root), root * bytes, bytes);
        }
        if (!members.awaitAll()) {
            return members.failure();
        }
        int rc = Rc.OK;
        for (int member = 0; member < members.size(); member++) {
            if (member != root) {
                long sent = SharedKind.GATHER.bytes(SharedWay.CELLS, members.info(member));
                rc = sent < 0 || sent > bytes ? Rc.TRUNCATED : rc;
                long length = Math.clamp(sent, 0, bytes);
                receive.unpack(members.payload(member), member * bytes, length);
            }
        }
        return rc;
    }

    /**
     * @param bytes of one member's part
     */
    static int scatter(SharedState state, Buf send, Buf receive, int root, long bytes) {
        SharedComm members = state.members;
        int rc = Rc.OK;
        if (members.rank() == root) {
            if (!members.claim()) {
                return members.failure();
            }
            long cell = members.payload(root);
            send.pack(0, cell, bytes * members.size());
            members.publish(SharedKind.SCATTER.info(SharedWay.CELLS, bytes));
            if (receive != null) {
                receive.unpack(cell + root * bytes, 0, Math.min(bytes, receive.size()));
                rc = receive.size() < bytes ? Rc.TRUNCATED : Rc.OK;
            }
        } else {
            if (!members.await(root)) {
                return members.failure();
            }
            rc = takePart(members, receive, root, bytes);
        }
        members.finish();
        return rc;
    }

    private static int takePart(SharedComm members, Buf receive, int root, long bytes) {
        long sent = SharedKind.SCATTER.bytes(SharedWay.CELLS, members.info(root));
        if (sent < 0 || sent > members.cellBytes() / members.size()) {
            return Rc.TRUNCATED;
        }
        long from = members.payload(root) + members.rank() * sent;
        receive.unpack(from, 0, Math.min(sent, bytes));
        return sent > bytes ? Rc.TRUNCATED : Rc.OK;
    }
}
