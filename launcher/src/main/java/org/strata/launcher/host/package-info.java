/**
 * The processes of one host's ranks: what mpirun on its own host and a daemon on another do alike.
 */
package org.strata.launcher.host;
