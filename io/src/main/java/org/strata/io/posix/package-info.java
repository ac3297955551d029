/**
 * The component {@code io = posix}: files through the operating system's calls on open files.
 *
 * <p>Reading order: {@link org.strata.io.posix.ViewMap} (which bytes of the file a view shows, pure
 * functions), {@link org.strata.io.posix.LocalAccess} (what one rank reads and writes), {@link
 * org.strata.io.posix.CollectiveAccess} (two-phase access by all ranks), {@link
 * org.strata.io.posix.SharedPointer}, {@link org.strata.io.posix.PosixIoFile}.
 */
package org.strata.io.posix;
