package org.strata.pml.ob1.match;

/**
 * A receive in the matching queues; the receive request extends or holds it.
 *
 * @param <R> the receive request
 */
public final class Posted<R> {
    /** The request. */
    public final R request;

    /** Rank of the wanted sender, or ANY_SOURCE. */
    public int source;

    /** The wanted tag, or ANY_TAG. */
    public int tag;

    long order;
    TagTable<Posted<R>> table;
    final Link<Posted<R>> link = new Link<>(this);

    /**
     * @param request the request this belongs to
     */
    public Posted(R request) {
        this.request = request;
    }
}
