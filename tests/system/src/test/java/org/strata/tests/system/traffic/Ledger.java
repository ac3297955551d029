package org.strata.tests.system.traffic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one rank received, checked against the plan: every message once, whole, and in MPI's order
 * (MPI 3.1 §3.5): of two messages from one sender that the same receives could take, the first sent
 * goes to the first posted.
 */
final class Ledger {
    private final List<Entry> entries = new ArrayList<>();

    private record Entry(int post, Letter wanted, int source, int tag, int bytes, Parcel parcel) {}

    private record Key(int comm, int source, int tag) {}

    /**
     * Notes a receive.
     *
     * @param post its place in the order of posting
     * @param wanted the letter whose receive was posted; another one may have come
     */
    void note(int post, Letter wanted, int source, int tag, int bytes, Parcel parcel) {
        entries.add(new Entry(post, wanted, source, tag, bytes, parcel));
    }

    /** Checks everything against the letters to this rank, in the order of sending. */
    void check(List<Letter> letters) {
        Map<Key, Deque<Letter>> expected = new HashMap<>();
        for (Letter letter : letters) {
            Key key = new Key(letter.comm(), letter.from(), letter.tag());
            expected.computeIfAbsent(key, k -> new ArrayDeque<>()).add(letter);
        }
        entries.sort(Comparator.comparingInt(Entry::post));
        Map<String, Integer> lastFromSource = new HashMap<>();
        for (Entry entry : entries) {
            Key key = new Key(entry.wanted().comm(), entry.source(), entry.tag());
            Deque<Letter> queue = expected.getOrDefault(key, new ArrayDeque<>());
            if (queue.isEmpty()) {
                throw new AssertionError("received what was not sent: " + entry);
            }
            Letter letter = queue.poll();
            if (letter.bytes() != entry.bytes()) {
                throw new AssertionError("overtaken or cut: " + letter + " as " + entry);
            }
            entry.parcel().check(letter.id(), letter.bytes());
            if (letter.anyTag()) {
                String source = letter.comm() + ":" + letter.from();
                Integer before = lastFromSource.put(source, letter.id());
                if (before != null && before > letter.id()) {
                    throw new AssertionError(letter + " was overtaken by message " + before);
                }
            }
        }
        if (entries.size() != letters.size()) {
            throw new AssertionError(entries.size() + " of " + letters.size() + " messages came");
        }
    }
}
