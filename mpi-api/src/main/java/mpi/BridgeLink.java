package mpi;

import org.strata.opal.Rc;

/**
 * A link of leaders whose messages carry the tag that the program has chosen. Tags of programs are
 * more than the library's tags for them: two creations at once by tags that are far apart may have
 * the same one, and fail instead of taking each other's words.
 *
 * @param link carries the words
 * @param tag the program's
 */
record BridgeLink(LeaderLink link, int tag) implements LeaderLink {
    @Override
    public int exchange(long[] out, long[] in) {
        long[] sent = new long[out.length + 1];
        sent[0] = tag;
        System.arraycopy(out, 0, sent, 1, out.length);
        long[] received = new long[in.length + 1];
        int rc = link.exchange(sent, received);
        System.arraycopy(received, 1, in, 0, in.length);
        return rc == Rc.OK && received[0] != tag ? Rc.BAD_ARGUMENT : rc;
    }
}
