/**
 * The MPI API over the whole stack: programs that check themselves, run under the real mpirun by
 * ApiTest with several numbers of ranks and transports.
 */
package org.strata.tests.system.api;
