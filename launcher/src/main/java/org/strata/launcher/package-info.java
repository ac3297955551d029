/** Starts ranks, maps and binds them, forwards their output. */
package org.strata.launcher;
