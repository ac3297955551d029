package org.strata.pml.base.match;

/**
 * An element's membership of one {@link Chain}; the element owns it. Linking and unlinking allocate
 * nothing.
 *
 * @param <T> what is queued
 */
public final class Link<T> {
    /** The element. */
    public final T owner;

    Link<T> previous;
    Link<T> next;
    Chain<T> chain;

    /**
     * @param owner the element
     */
    public Link(T owner) {
        this.owner = owner;
    }

    /** Returns whether this link is in a chain. */
    public boolean linked() {
        return chain != null;
    }

    /** Returns the link behind this one in its chain, or null. */
    public Link<T> next() {
        return next;
    }

    /** Removes this link from its chain, if it is in one. */
    public void unlink() {
        if (chain != null) {
            chain.remove(this);
        }
    }
}
