package org.strata.btl.openib.connect;

import java.util.Arrays;

/** The peers or lanes of a link that are called on every poll, until nothing is left to do. */
public final class Agenda {
    private Entry[] entries = new Entry[4];
    private int count;

    /** A peer, or one end of a lane. */
    public interface Entry {
        /** Returns whether it is on the agenda, which is the only caller of the setter. */
        boolean isScheduled();

        void setScheduled(boolean scheduled);

        /** Does what can be done now; returns the number of events. */
        int service();

        /** Returns whether there is more to do. */
        boolean needsService();

        /** Returns how long until it tries again to connect; MAX_VALUE for never. */
        long nanosToRetry();
    }

    /** Returns whether nobody has to be called. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Adds an entry, unless it is there already. */
    public void add(Entry entry) {
        if (entry.isScheduled()) {
            return;
        }
        entry.setScheduled(true);
        if (count == entries.length) {
            entries = Arrays.copyOf(entries, 2 * count);
        }
        entries[count++] = entry;
    }

    /** Services every entry, and drops those that are done; returns the number of events. */
    public int run() {
        int events = 0;
        int before = count;
        for (int i = 0; i < before; i++) {
            events += entries[i].service();
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            Entry entry = entries[i];
            if (entry.needsService()) {
                entries[kept++] = entry;
            } else {
                entry.setScheduled(false);
            }
        }
        Arrays.fill(entries, kept, count, null);
        count = kept;
        return events;
    }

    /** Returns how long until one of them tries again to connect; MAX_VALUE for never. */
    public long nanosToRetry() {
        long soonest = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            soonest = Math.min(soonest, entries[i].nanosToRetry());
        }
        return soonest;
    }
}
