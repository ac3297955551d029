package org.strata.launcher.plm;

/** How the daemons of a job's other hosts are started. */
public sealed interface StartMethod permits RemoteShell, SlurmStep {}
