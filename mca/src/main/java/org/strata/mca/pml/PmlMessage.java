package org.strata.mca.pml;

/**
 * A message that a matched probe has removed from matching (MPI 3.1 §3.8.2); receive it exactly
 * once.
 */
public interface PmlMessage {}
