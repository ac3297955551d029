package org.strata.pml.base.match;

/**
 * A place in one {@link Chain}, owned by what is queued. Linking and unlinking allocate nothing.
 *
 * @param <T> what is queued
 */
public final class Link<T> {
    /** What this link belongs to. */
    public final T owner;

    Link<T> previous;
    Link<T> next;
    Chain<T> chain;

    /**
     * @param owner what this link belongs to
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

    /** Takes this link out of its chain, if it is in one. */
    public void unlink() {
        if (chain != null) {
            chain.remove(this);
        }
    }
}
