package org.strata.pml.base.match;

/**
 * A first-in first-out queue, linked through the {@link Link}s of its elements, so that any element
 * can be removed in constant time. Tier 1.
 *
 * @param <T> what is queued
 */
public final class Chain<T> {
    private Link<T> head;
    private Link<T> tail;

    /** Returns whether nothing is queued. */
    public boolean isEmpty() {
        return head == null;
    }

    /** Returns the oldest link, or null. */
    public Link<T> first() {
        return head;
    }

    /** Returns the oldest element, or null. */
    public T peek() {
        return head == null ? null : head.owner;
    }

    /** Counts the elements. Tier 3. */
    int size() {
        int count = 0;
        for (Link<T> each = head; each != null; each = each.next) {
            count++;
        }
        return count;
    }

    /** Appends a link that is in no chain. */
    public void append(Link<T> link) {
        link.chain = this;
        link.previous = tail;
        if (tail == null) {
            head = link;
        } else {
            tail.next = link;
        }
        tail = link;
    }

    void remove(Link<T> link) {
        Link<T> before = link.previous;
        Link<T> after = link.next;
        if (before == null) {
            head = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.previous = before;
        }
        link.previous = null;
        link.next = null;
        link.chain = null;
    }
}
