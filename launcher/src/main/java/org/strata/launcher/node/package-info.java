/** The daemon of one host of a job: starts, feeds, watches and ends the host's ranks. */
package org.strata.launcher.node;
