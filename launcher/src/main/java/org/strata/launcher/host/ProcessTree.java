package org.strata.launcher.host;

import org.strata.ess.own.RankIdentity;
import org.strata.opal.sys.HostFiles;
import org.strata.opal.sys.Posix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * All processes of a job: the ranks, their descendants, and processes whose parents have gone,
 * which are found by the job's marker in the environment they inherited.
 */
public final class ProcessTree {
    private static final Path PROC = HostFiles.process("");

    private final byte[] marker;

    /** Makes the processes of a job on this host. */
    public ProcessTree(String jobId) {
        marker = (RankIdentity.JOB_ID + "=" + jobId).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the process ids of all that live, given the ranks that run. */
    public Set<Long> find(Collection<Process> ranks) {
        Set<Long> pids = new LinkedHashSet<>();
        for (Process rank : ranks) {
            rank.descendants().forEach(child -> pids.add(child.pid()));
            pids.add(rank.pid());
        }
        pids.addAll(marked());
        return pids;
    }

    /** Returns the processes that carry the marker. */
    public List<Long> marked() {
        List<Long> pids = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (Path process : processes) {
                if (contains(environment(process), marker)) {
                    pids.add(Long.parseLong(process.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            return pids;
        }
        return pids;
    }

    /** Returns whether a process exists and is no zombie, as far as the system tells. */
    public static boolean lives(long pid) {
        if (!Files.isDirectory(PROC)) {
            return ProcessHandle.of(pid).isPresent();
        }
        try {
            String stat = Files.readString(PROC.resolve(pid + "/stat"));
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            return state != 'Z' && state != 'X';
        } catch (IOException e) {
            return false;
        }
    }

    /** Sends a signal; a process that has gone meanwhile does not matter. */
    public static void signal(Collection<Long> pids, SignalName signal) {
        for (long pid : pids) {
            Posix.kill((int) pid, signal.number());
        }
    }

    /** Empty for kernel threads, other users' processes and processes that have just gone. */
    private static byte[] environment(Path process) {
        try {
            return Files.readAllBytes(process.resolve("environ"));
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /** Whether one of the zero-terminated strings is the wanted one. */
    static boolean contains(byte[] strings, byte[] wanted) {
        int start = 0;
        for (int i = 0; i < strings.length; i++) {
            if (strings[i] == 0) {
                if (Arrays.equals(strings, start, i, wanted, 0, wanted.length)) {
                    return true;
                }
                start = i + 1;
            }
        }
        return false;
    }
}
