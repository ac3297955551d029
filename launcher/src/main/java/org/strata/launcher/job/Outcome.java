package org.strata.launcher.job;

import java.util.List;

/**
 * Why a job is being ended, decided once.
 *
 * @param exitCode mpirun's exit code
 * @param rank the rank to blame, or -1
 * @param text the message for the user; empty for none
 */
record Outcome(int exitCode, int rank, List<String> text) {}
