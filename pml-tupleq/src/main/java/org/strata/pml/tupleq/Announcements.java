package org.strata.pml.tupleq;

import org.strata.mca.pml.Pml;

import java.util.ArrayDeque;
import java.util.function.IntToLongFunction;

/** What a peer has announced of a communicator's messages, in the order of its sends. */
final class Announcements {
    /** Tags that the peer was asked to announce, and those of which it does. */
    final TagSet asked = new TagSet();

    private final TagSet told = new TagSet();
    private final ArrayDeque<Announced> messages = new ArrayDeque<>();

    /**
     * A message that has been sent.
     *
     * @param number among its tuple's messages
     */
    record Announced(int tag, long number) {}

    /**
     * Begins anew: the peer has been asked for another tag.
     *
     * @param tag that it announces from now on
     * @param counts tag and number of each message that is under way
     */
    void restart(int tag, long[] counts) {
        told.add(tag);
        messages.clear();
        for (int i = 0; i < counts.length; i += 2) {
            add((int) counts[i], counts[i + 1]);
        }
    }

    void add(int tag, long number) {
        messages.add(new Announced(tag, number));
    }

    /**
     * Returns the oldest message with a tag that no receive is meant for; null when there is none,
     * or the peer does not announce all of that tag yet.
     *
     * @param tag may be {@link Pml#ANY_TAG}
     * @param arrived number of a tag's last message that has landed
     * @param enqueued number of its last receive
     */
    Announced oldest(int tag, IntToLongFunction arrived, IntToLongFunction enqueued) {
        if (!told.has(tag)) {
            return null;
        }
        while (!messages.isEmpty() && isUpTo(arrived, messages.peekFirst())) {
            messages.removeFirst();
        }
        for (Announced each : messages) {
            if (TagSet.matches(tag, each.tag) && !isUpTo(enqueued, each)) {
                return each;
            }
        }
        return null;
    }

    private static boolean isUpTo(IntToLongFunction last, Announced message) {
        return message.number <= last.applyAsLong(message.tag);
    }
}
