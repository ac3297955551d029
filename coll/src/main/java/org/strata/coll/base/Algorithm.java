package org.strata.coll.base;

/** One algorithm of one collective; its place in its enum is Open MPI's number, from 1. */
public interface Algorithm {
    /** Returns Open MPI's name: {@code "scatter_allgather"}. */
    String label();
}
