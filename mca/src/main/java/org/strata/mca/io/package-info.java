/**
 * Framework {@code io}: files that several ranks open together (MPI 3.1 chapter 13). {@link
 * org.strata.mca.io.Io} opens them, {@link org.strata.mca.io.IoFile} is the manual.
 */
package org.strata.mca.io;
