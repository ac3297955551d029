package org.strata.oob;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The business cards: what ranks published, and who waits for what is not there yet. */
final class Modex {
    /** A key of one rank. */
    private record Card(int publisher, String key) {
        // Those that a record gets are made at run time, while the first ranks wait.
        @Override
        public int hashCode() {
            return Integer.hashCode(publisher) * 31 + key.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Card card
                    && card.publisher == publisher
                    && card.key.equals(key);
        }
    }

    /** Who waits: a rank and the number of its request. */
    record CardWaiter(int rank, int request) {}

    private final Map<Card, byte[]> values = new HashMap<>();
    private final Map<Card, List<CardWaiter>> waiting = new HashMap<>();

    /** Stores a value; returns who waited for it. */
    List<CardWaiter> put(int publisher, String key, byte[] value) {
        Card card = new Card(publisher, key);
        values.put(card, value);
        List<CardWaiter> waiters = waiting.remove(card);
        return waiters == null ? List.of() : waiters;
    }

    /** Returns a value, or null when there is none. */
    byte[] peek(int publisher, String key) {
        return values.get(new Card(publisher, key));
    }

    /** Notes that a rank waits for a value that does not exist. */
    void await(int publisher, String key, CardWaiter waiter) {
        waiting.computeIfAbsent(new Card(publisher, key), card -> new ArrayList<>()).add(waiter);
    }

    /**
     * Drops what the processes of a job that has ended have published, and their requests. Cards
     * without content stay: they say that something has happened, which others may still ask.
     */
    void retire(int first, int end) {
        values.entrySet()
                .removeIf(each ->
                        each.getValue().length > 0
                                && each.getKey().publisher() >= first
                                && each.getKey().publisher() < end);
        dropIf(waiter -> waiter.rank() >= first && waiter.rank() < end);
    }

    /** Drops one request that nobody waits for any more. */
    void forget(CardWaiter waiter) {
        dropIf(waiter::equals);
    }

    /** Drops all requests of a rank that has left. */
    void forgetAll(int rank) {
        dropIf(waiter -> waiter.rank() == rank);
    }

    private void dropIf(Predicate<CardWaiter> gone) {
        Iterator<List<CardWaiter>> lists = waiting.values().iterator();
        while (lists.hasNext()) {
            List<CardWaiter> list = lists.next();
            list.removeIf(gone);
            if (list.isEmpty()) {
                lists.remove();
            }
        }
    }

    /** Returns how many requests wait. */
    int waiters() {
        return waiting.values().stream().mapToInt(List::size).sum();
    }
}
