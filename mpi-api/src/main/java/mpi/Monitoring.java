package mpi;

import org.strata.mca.base.Output;
import org.strata.mca.base.Section;
import org.strata.mca.base.Stack;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.mca.proc.Proc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * What this rank has sent to each other one, at MPI.Finalize, in the form of Open MPI's monitoring
 * (4.1.4, {@code ompi/mca/common/monitoring}): a line "E", this rank, the peer, bytes and messages,
 * separated by tabs, which the tools for communication matrices read. All messages count as the
 * program's; the histogram of sizes behind them, and the sections of windows and collectives, are
 * empty. Tier 3.
 */
final class Monitoring {
    private static final int STDOUT = 1;
    private static final int STDERR = 2;

    private final Stack stack;
    private final int output;
    private final String name;

    private Monitoring(Stack stack, int output, String name) {
        this.stack = stack;
        this.output = output;
        this.name = name;
    }

    /** Returns what is to be done at MPI.Finalize; null for nothing. */
    static Monitoring of(Stack stack) {
        Section mpi = stack.parameters().section("mpi");
        int output = mpi.integer("monitoring-output");
        String name = mpi.text("monitoring-filename");
        boolean file = output != STDOUT && output != STDERR;
        boolean wanted = mpi.integer("monitoring-enable") != 0 && output != 0;
        return wanted && !(file && name.isEmpty()) ? new Monitoring(stack, output, name) : null;
    }

    /** Writes the lines; a file that cannot be written costs a warning, not the job. */
    void write() {
        Map<Integer, Traffic> peers = new TreeMap<>();
        stack.pml()
                .traffic(
                        new TrafficVisitor() {
                            @Override
                            public void visit(CommContext comm, Proc peer, Traffic exchanged) {
                                peers.merge(peer.rank(), exchanged, Traffic::plus);
                            }
                        });
        String text = text(stack.environment().rankInJob(), peers);
        if (output == STDOUT) {
            System.out.print(text);
        } else if (output == STDERR) {
            System.err.print(text);
        } else {
            save(text);
        }
    }

    /** Returns the lines of a rank, given what it has exchanged with each other one. */
    static String text(int rank, Map<Integer, Traffic> peers) {
        StringBuilder lines = new StringBuilder("# POINT TO POINT\n");
        peers.forEach((peer, exchanged) -> {
            if (exchanged.sent() > 0) {
                lines.append("E\t").append(rank).append('\t').append(peer).append('\t');
                lines.append(exchanged.sentBytes()).append(" bytes\t");
                lines.append(exchanged.sent()).append(" msgs sent\n");
            }
        });
        return lines.append("# OSC\n# COLLECTIVES\n").toString();
    }

    private void save(String text) {
        String file = name + "." + stack.environment().rankInJob() + ".prof";
        Output user = stack.output();
        try {
            Files.writeString(Path.of(file), text);
        } catch (IOException | InvalidPathException e) {
            user.warn("pml_monitoring_filename: " + file + " cannot be written: " + e);
        }
    }
}
