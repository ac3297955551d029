package org.strata.launcher.cli;

import java.util.List;
import java.util.Map;

/**
 * One program of a job and what was asked for it (between two colons of the command line).
 *
 * @param count number of processes; 0 when it was not given
 * @param exports {@code -x} words as given: {@code VAR} or {@code VAR=value}
 * @param parameters {@code --mca} of this program only
 * @param directory working directory, or null
 * @param path folders in which the program is looked for before those of PATH; empty for none
 * @param command the program and its arguments
 */
public record AppContext(
        int count,
        List<String> exports,
        Map<String, String> parameters,
        String directory,
        String path,
        List<String> command) {
    /** A program that is looked for in PATH only. */
    public AppContext(
            int count,
            List<String> exports,
            Map<String, String> parameters,
            String directory,
            List<String> command) {
        this(count, exports, parameters, directory, "", command);
    }
}
