package org.strata.launcher.report;

import java.util.List;
import java.util.Map;

/**
 * What mpirun knows of a job without its ranks.
 *
 * @param job its name
 * @param started when, for people
 * @param version Strata's
 * @param java the version that runs mpirun
 * @param command what the user has typed
 * @param ranks number of ranks
 * @param worlds in how many worlds these are: more than 1 if processes were spawned; 0 if that is
 *     not known
 * @param ended how the job ended, in words
 * @param processors usable processors by host
 * @param parameters those that differ from their defaults, as lines
 */
record JobHeader(
        String job,
        String started,
        String version,
        String java,
        String command,
        int ranks,
        int worlds,
        String ended,
        Map<String, Integer> processors,
        List<String> parameters) {}
