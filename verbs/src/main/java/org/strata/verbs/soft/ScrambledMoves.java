package org.strata.verbs.soft;

import org.strata.verbs.WcStatus;
import org.strata.verbs.soft.segment.Site;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Moves the payload of messages as the least orderly adapter may: in pieces that end anywhere, most
 * often near the message's ends or at a cache line, in random order, and over several attempts, so
 * that both sides poll in between. In half of the messages the last byte is among the first. The
 * same seed gives the same pieces. One per queue pair; see {@link SoftConfig.DeliveryOrder}.
 */
final class ScrambledMoves {
    private static final int MOST_PIECES = 16;

    /** Bytes at both ends of a message in which pieces end most often: a ring's words are there. */
    private static final int EDGE = 40;

    private static final int LINE = 64;

    private final SplittableRandom random;

    /** Where pieces begin; and the end of the last one. */
    private final long[] cuts = new long[MOST_PIECES + 1];

    /** The pieces in the order in which they are moved. */
    private final int[] order = new int[MOST_PIECES];

    /** Of the message under way; 0 before its first attempt. */
    private int pieces;

    private int next;

    /** Bytes of the next piece that have been moved. */
    private long done;

    ScrambledMoves(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Begins a new message. */
    void start() {
        pieces = 0;
    }

    /**
     * Moves the next pieces of a message.
     *
     * @return SUCCESS once all have been moved, or as {@link Payload#write}
     */
    int write(Payload payload, Site site, long wr, long remoteSges, long total) {
        if (total > 0 && pieces == 0) {
            plan(total);
        }
        int last = Math.min(pieces, next + 1 + random.nextInt(MOST_PIECES));
        while (next < last && total > 0) {
            int piece = order[next];
            long from = cuts[piece] + done;
            long moved = payload.part(site, wr, remoteSges, from, cuts[piece + 1] - from);
            if (moved <= 0) {
                return Payload.outcome(site, moved);
            }
            done += moved;
            if (from + moved == cuts[piece + 1]) {
                next++;
                done = 0;
            }
        }
        return total == 0 || next == pieces ? WcStatus.SUCCESS : Outcome.AGAIN;
    }

    private void plan(long total) {
        pieces = 1 + random.nextInt((int) Math.min(total, MOST_PIECES));
        cuts[0] = 0;
        for (int i = 1; i < pieces; i++) {
            cuts[i] = cut(total);
        }
        cuts[pieces] = total;
        Arrays.sort(cuts, 0, pieces);
        dropEmpty();
        for (int i = 0; i < pieces; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        if (random.nextBoolean()) {
            bringForward(pieces - 1);
        }
        next = 0;
        done = 0;
    }

    /** Returns a place between the first byte and the last. */
    private long cut(long total) {
        long edge = 1L + random.nextInt(EDGE);
        long anywhere = random.nextLong(total);
        return switch (random.nextInt(4)) {
            case 0 -> Math.min(edge, total - 1);
            case 1 -> Math.max(total - edge, 0);
            case 2 -> anywhere & -LINE;
            default -> anywhere;
        };
    }

    private void dropEmpty() {
        int kept = 1;
        for (int i = 1; i <= pieces; i++) {
            if (cuts[i] != cuts[kept - 1]) {
                cuts[kept++] = cuts[i];
            }
        }
        pieces = kept - 1;
    }

    private void bringForward(int piece) {
        int at = 0;
        while (order[at] != piece) {
            at++;
        }
        order[at] = order[0];
        order[0] = piece;
    }
}
