/** Starts daemons on other hosts: through a remote shell, or through Slurm. */
package org.strata.launcher.plm;
