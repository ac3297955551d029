package org.strata.launcher.job;

import org.strata.launcher.io.ShortageTexts;
import org.strata.launcher.io.Shortages;
import org.strata.launcher.plm.RemoteShell;
import org.strata.launcher.wire.NodeFacts;
import org.strata.mca.base.Printable;
import org.strata.mca.base.Shortage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Words the messages about daemons that do not start. */
final class StartTexts {
    private static final int LINES = 8;

    /** What a second try does not change. */
    private static final List<String> FINAL =
            List.of(
                    "Permission denied",
                    "Host key verification failed",
                    "Too many authentication failures",
                    "Bad configuration option",
                    "no such identity");

    /** What shells and JVMs print when Java or Strata is not there. */
    private static final List<String> ABSENT =
            List.of("No such file", "Could not find or load main class");

    private StartTexts() {}

    /** Returns whether another try may succeed after what the remote shell has said. */
    static boolean mayPass(String output) {
        return FINAL.stream().noneMatch(output::contains);
    }

    /** The remote shell has ended before its daemon was connected. */
    static List<String> agentEnded(
            String host, String by, String agent, int status, String output) {
        List<String> lines = new ArrayList<>();
        lines.add("The daemon on host " + host + " could not be started.");
        lines.add("");
        lines.add("  Host:          " + host);
        lines.add("  Remote shell:  " + agent);
        if (!by.isEmpty()) {
            lines.add("  Called on:     " + by);
        }
        lines.add("  Exit code:     " + status);
        last(output).forEach(line -> lines.add("  It said:       " + line));
        lines.add("");
        lines.addAll(hint(status, output, !by.isEmpty()));
        return lines;
    }

    /** Returns the last lines of an output, without what is not printable. */
    private static List<String> last(String output) {
        List<String> said = output.strip().lines().filter(line -> !line.isBlank()).toList();
        return said.subList(Math.max(0, said.size() - LINES), said.size()).stream()
                .map(Printable::text)
                .toList();
    }

    /** Slurm's srun has ended before the daemons were connected. */
    static List<String> stepEnded(List<String> hosts, String srun, int status, String output) {
        List<String> lines = new ArrayList<>();
        lines.add("The daemons could not be started by Slurm.");
        lines.add("");
        lines.add("  Hosts:      " + String.join(", ", hosts));
        lines.add("  Command:    " + srun);
        lines.add("  Exit code:  " + status);
        last(output).forEach(line -> lines.add("  It said:    " + line));
        lines.add("");
        List<String> known = installationHint(status, output);
        lines.addAll(
                known.isEmpty()
                        ? List.of(
                                "It needs Slurm 20.11 or later. --mca plm rsh starts the daemons"
                                        + " over ssh instead.")
                        : known);
        return lines;
    }

    private static List<String> installationHint(int status, String output) {
        Shortage known = ShortageTexts.first(output);
        // The daemon words its own failures as the JDK does.
        Shortage shortage = known == null ? Shortage.of(new IOException(output)) : known;
        if (shortage != null) {
            return List.of("There, " + shortage.what() + ". " + Shortages.hint(shortage));
        }
        boolean absent = ABSENT.stream().anyMatch(output::contains);
        if (status == 126 || status == 127 || absent) {
            return List.of(
                    "Java or Strata is not where it is on this host. --prefix DIR names the"
                            + " directory of Strata there, plm_rsh_java the java command.");
        }
        if (output.contains("UnsupportedClassVersionError")) {
            return List.of("The Java there is too old: plm_rsh_java names another one.");
        }
        return List.of();
    }

    private static List<String> hint(int status, String output, boolean tree) {
        List<String> known = installationHint(status, output);
        if (!known.isEmpty()) {
            return known;
        }
        if (tree) {
            return List.of(
                    "Daemons start others, so that every host must be able to log in to every"
                            + " other. Where only this host can, set plm_rsh_no_tree_spawn to 1.");
        }
        if (status == RemoteShell.NO_CONNECTION && output.isBlank()) {
            return List.of(
                    "ssh ends with this code and without a word when a signal has ended the"
                            + " daemon, as it does where no memory is left. "
                            + Shortages.hint(Shortage.MEMORY)
                            + " dmesg there may tell. Try also: ssh -o BatchMode=yes HOST true");
        }
        return List.of(
                "The remote shell must log in without a password and without a question. Try:"
                        + " ssh -o BatchMode=yes HOST true");
    }

    static List<String> silent(String host, int seconds) {
        return List.of(
                "The daemon on host " + host + " has not connected within " + seconds + " s.",
                "",
                "Its remote shell runs, but it cannot reach this host by TCP, or gets no standard"
                        + " input. oob_if_include chooses the interfaces to listen on.");
    }

    static List<String> stepSilent(String host, int seconds) {
        return List.of(
                "The daemon on host " + host + " has not connected within " + seconds + " s.",
                "",
                "Slurm's srun runs, but has not got the nodes for one more step, or the daemon"
                        + " cannot reach this host by TCP. oob_if_include chooses the interfaces to"
                        + " listen on.");
    }

    static List<String> otherVersion(String host, NodeFacts theirs, NodeFacts ours) {
        return List.of(
                "Host " + host + " has another Strata than this host.",
                "",
                "  There:  " + Printable.text(theirs.version() + " (" + theirs.digest() + ")"),
                "  Here:   " + ours.version() + " (" + ours.digest() + ")",
                "",
                "All hosts of a job need the same build. --prefix DIR names its directory there.");
    }

    static List<String> lost(String host, String reason) {
        return List.of(
                "The daemon on host "
                        + host
                        + " has been lost before the job started: "
                        + Printable.text(reason)
                        + ".");
    }

    static List<String> onHost(String host, List<String> lines) {
        List<String> all = new ArrayList<>();
        lines.forEach(line -> all.add(Printable.text(line)));
        all.add("");
        all.add("  Host:  " + host);
        return all;
    }
}
