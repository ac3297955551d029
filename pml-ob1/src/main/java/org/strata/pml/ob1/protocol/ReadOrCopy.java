package org.strata.pml.ob1.protocol;

/**
 * Chooses between a read and fragments for the messages of one peer, where a read costs the
 * processor: by what both took so far, for each power of two of the length. Tier 2.
 *
 * <p>A read is timed from its start to its end. Fragments of several messages arrive mixed, and
 * compete with reads for the rank: so a period is timed in which fragments are under way, without
 * the reads in it, and divided by the bytes that it brought. A period in which the sender was
 * elsewhere counts in full, because the message waited for it.
 *
 * <p>The first messages alternate. Later ones take what was faster; after 16 more, and again after
 * twice as many each time up to {@value #LONGEST_INTERVAL}, one takes the other way, since the
 * first ones meet code that is not compiled, and the machine's state changes.
 */
public final class ReadOrCopy {
    /** Messages of a length that try both ways. */
    private static final int FIRST = 8;

    private static final int FIRST_INTERVAL = 16;
    private static final int LONGEST_INTERVAL = 1024;

    /** A period of fragments that does not end is timed every so many messages. */
    private static final int MESSAGES_PER_PERIOD = 16;

    /** A slower sample moves the pace by this part of the difference; a faster one replaces it. */
    private static final int INERTIA = 4;

    /** By the binary logarithm of the length. */
    private final Paces[] paces = new Paces[Long.SIZE];

    private int copying;
    private long since;
    private long readMeanwhile;
    private long copiedBytes;

    /** What messages of about one length took, ns per byte; 0 when unknown. */
    private static final class Paces {
        long messages;
        long nextTrial = FIRST + FIRST_INTERVAL;
        long interval = FIRST_INTERVAL;
        double read;
        double copy;
    }

    /** Returns whether the next message of a length is to be read; counts it. */
    public boolean reads(long size) {
        Paces of = paces(size);
        long number = of.messages++;
        if (number < FIRST) {
            return (number & 1) == 0;
        }
        boolean faster = of.copy == 0 || of.read <= of.copy;
        if (number < of.nextTrial) {
            return faster;
        }
        of.interval = Math.min(2 * of.interval, LONGEST_INTERVAL);
        of.nextTrial = number + of.interval;
        return !faster;
    }

    /** A message was read in so many nanoseconds. */
    public void read(long size, long nanos) {
        readMeanwhile += nanos;
        Paces of = paces(size);
        of.read = moved(of.read, (double) nanos / size);
    }

    /** The fragments of a message are asked for. */
    public void copyBegins(long now) {
        if (copying++ == 0) {
            startPeriod(now);
        }
    }

    /** The last fragment of a message has come, or will not come. */
    public void copyEnds(long size, long now) {
        copying--;
        copiedBytes += size;
        if (copying == 0 || copiedBytes >= MESSAGES_PER_PERIOD * size) {
            Paces of = paces(size);
            of.copy = moved(of.copy, (double) (now - since - readMeanwhile) / copiedBytes);
            startPeriod(now);
        }
    }

    private void startPeriod(long now) {
        since = now;
        readMeanwhile = 0;
        copiedBytes = 0;
    }

    private static double moved(double pace, double sample) {
        return pace == 0 || sample < pace ? sample : pace + (sample - pace) / INERTIA;
    }

    private Paces paces(long size) {
        int at = Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
        if (paces[at] == null) {
            paces[at] = new Paces();
        }
        return paces[at];
    }
}
