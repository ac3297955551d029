/**
 * Numbers of ranks while they run: what {@code mpi_top} shows and Prometheus collects. Ranks write
 * them to shared memory once a second ({@link org.strata.opal.report}); nobody asks a rank for
 * them.
 */
package org.strata.launcher.live;
