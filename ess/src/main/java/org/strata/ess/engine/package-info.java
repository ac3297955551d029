/**
 * The environment of ranks in JVMs that a program of an engine has started: Spark's barrier tasks,
 * for one. The program registers its way to exchange values before it calls MPI.Init, so that no
 * server listens for it and no environment variable names it.
 */
package org.strata.ess.engine;
