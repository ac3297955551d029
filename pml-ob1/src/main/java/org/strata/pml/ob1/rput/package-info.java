/**
 * RPUT and the pipelines: the receiver names its memory, the sender writes; both halves. The whole
 * message at once (RPUT, leave pinned), or piece by piece behind a first part by copy (the
 * pipelines).
 */
package org.strata.pml.ob1.rput;
