package org.strata.spark;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What a stage's tasks know of it.
 *
 * @param program name of the class that the ranks run
 * @param args arguments for it
 * @param javaHome the JDK of the ranks, or null for the executor's
 * @param heap the largest heap of a rank, as {@code -Xmx} takes it
 * @param options further options of the ranks' JVMs
 * @param parameters MCA parameters by name
 * @param startMillis within which a rank must have left MPI.Init
 */
record StageSettings(
        String program,
        List<String> args,
        String javaHome,
        String heap,
        List<String> options,
        Map<String, String> parameters,
        long startMillis)
        implements Serializable {}
