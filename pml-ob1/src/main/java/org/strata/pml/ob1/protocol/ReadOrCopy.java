package org.strata.pml.ob1.protocol;

/**
 * Chooses the way of a peer's long messages where a read costs the processor: by what each {@link
 * Way} took so far, for each power of two of the length. Tier 2.
 *
 * <p>A read is timed from its start to its end. The other ways need the sender: several messages
 * may be under way at once, and compete with reads for the rank. So a period is timed in which
 * messages of one way are under way, without the reads in it, and divided by the bytes that it
 * brought. A period in which the sender was elsewhere counts in full, because the message waited
 * for it.
 *
 * <p>The first messages take all ways in turn. Later ones take the fastest; after 16 more, and
 * again after twice as many each time up to {@value #LONGEST_INTERVAL}, one takes another way,
 * since the first ones meet code that is not compiled, and the machine's state changes.
 */
public final class ReadOrCopy {
    /** How a message moves. */
    public enum Way {
        /** The receiver reads it. */
        READ,
        /** The receiver reads one half while the sender writes the other. */
        SHARE,
        /** Fragments bring it. */
        COPY
    }

    private static final Way[] WAYS = Way.values();

    /** Messages of a length that try all ways. */
    private static final int FIRST = 3 * WAYS.length;

    private static final int FIRST_INTERVAL = 16;
    private static final int LONGEST_INTERVAL = 1024;

    /** A period that does not end is timed every so many messages. */
    private static final int MESSAGES_PER_PERIOD = 16;

    /** A sample of the way that is in use moves its pace by this part of the difference. */
    private static final int INERTIA = 4;

    /** By the binary logarithm of the length. */
    private final Paces[] paces = new Paces[Long.SIZE];

    private final Period[] periods = {null, new Period(), new Period()};

    private final long firstTrial;

    /** Begins without any experience. */
    public ReadOrCopy() {
        this(0);
    }

    /**
     * @param firstTrial trials that seem to have been before; for tests of numbers no int holds
     */
    ReadOrCopy(long firstTrial) {
        this.firstTrial = firstTrial;
    }

    /** What messages of about one length took, ns per byte; 0 when unknown. */
    private static final class Paces {
        long messages;
        long nextTrial = (long) FIRST + FIRST_INTERVAL;
        long interval = FIRST_INTERVAL;
        long trials;

        /** The way in use. */
        Way used = Way.READ;

        final double[] nanos = new double[WAYS.length];

        Way fastest() {
            int best = 0;
            for (int i = 1; i < nanos.length; i++) {
                if (nanos[i] != 0 && (nanos[best] == 0 || nanos[i] < nanos[best])) {
                    best = i;
                }
            }
            return WAYS[best];
        }

        /** Returns one of the ways that are not the fastest, by turns. */
        Way trial(Way fastest) {
            int step = 1 + (int) (trials++ % (WAYS.length - 1));
            return WAYS[(fastest.ordinal() + step) % WAYS.length];
        }
    }

    /** A time in which messages of one way are under way. */
    private static final class Period {
        int messages;
        long since;
        long readMeanwhile;
        long bytes;

        void start(long now) {
            since = now;
            readMeanwhile = 0;
            bytes = 0;
        }
    }

    /**
     * Returns the way of the next message of a length; counts it.
     *
     * @param shareable whether the sender can write a half
     */
    public Way choose(long size, boolean shareable) {
        Way way = choose(size);
        return way == Way.SHARE && !shareable ? Way.COPY : way;
    }

    private Way choose(long size) {
        Paces of = paces(size);
        long number = of.messages++;
        if (number < FIRST) {
            return WAYS[(int) number % WAYS.length];
        }
        of.used = of.fastest();
        if (number < of.nextTrial) {
            return of.used;
        }
        of.interval = Math.min(2 * of.interval, LONGEST_INTERVAL);
        of.nextTrial = number + of.interval;
        return of.trial(of.used);
    }

    /** A message was read in so many nanoseconds. */
    public void read(long size, long nanos) {
        periods[Way.SHARE.ordinal()].readMeanwhile += nanos;
        periods[Way.COPY.ordinal()].readMeanwhile += nanos;
        add(Way.READ, size, (double) nanos / size);
    }

    /** A message begins that needs the sender. */
    public void begins(Way way, long now) {
        Period period = periods[way.ordinal()];
        if (period.messages++ == 0) {
            period.start(now);
        }
    }

    /** A message that needed the sender has arrived, or will not arrive. */
    public void ends(Way way, long size, long now) {
        Period period = periods[way.ordinal()];
        period.messages--;
        period.bytes += size;
        if (period.messages == 0 || period.bytes >= MESSAGES_PER_PERIOD * size) {
            long nanos = now - period.since - period.readMeanwhile;
            add(way, size, (double) nanos / period.bytes);
            period.start(now);
        }
    }

    /**
     * Adds a sample. That of a trial replaces the pace, which is old; if it was a lucky one, the
     * way is used, and its mean soon shows it.
     */
    private void add(Way way, long size, double sample) {
        Paces of = paces(size);
        double pace = of.nanos[way.ordinal()];
        boolean mean = way == of.used && of.messages > FIRST;
        of.nanos[way.ordinal()] = mean ? pace + (sample - pace) / INERTIA : sample;
    }

    private Paces paces(long size) {
        int at = Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
        if (paces[at] == null) {
            paces[at] = new Paces();
            paces[at].trials = firstTrial;
        }
        return paces[at];
    }
}
