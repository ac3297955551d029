package org.strata.mca.coll;

/**
 * A collective call with its arguments: {@code coll -> coll.bcast(buffer, root, comm)}. It can be
 * executed by a {@link Coll}, or be recorded by {@link Coll#record} and be executed later.
 */
@FunctionalInterface
public interface CollCall {
    /** Makes the call; returns its Rc code. */
    int on(Coll coll);
}
