/**
 * Federations: jobs of several mpiruns whose processes can connect to each other (MPI 3.1 §10.4).
 * One mpirun is the name server ({@code --report-uri}), the others name it ({@code --ompi-server}).
 */
package org.strata.launcher.federation;
