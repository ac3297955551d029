/**
 * The portable layer: native memory, data layouts, progress, clocks and system calls. It depends on
 * the JDK only, knows nothing of MPI, and keeps no static mutable state.
 */
package org.strata.opal;
