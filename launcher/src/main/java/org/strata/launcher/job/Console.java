package org.strata.launcher.job;

import org.strata.launcher.io.OutputSink;
import org.strata.mca.base.Boxes;
import org.strata.mca.base.Printable;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Prints mpirun's own messages, never inside a line of a rank's output. */
public final class Console {
    private final OutputSink sink;
    private final boolean quiet;
    private final boolean verbose;

    /**
     * @param sink mpirun's stderr
     * @param quiet whether only errors are printed
     * @param verbose whether to print what mpirun does
     */
    public Console(OutputSink sink, boolean quiet, boolean verbose) {
        this.sink = sink;
        this.quiet = quiet;
        this.verbose = verbose;
    }

    /** Prints an error, in a box. */
    public void error(List<String> lines) {
        print(Boxes.box(lines));
    }

    /** Prints a warning, unless mpirun is quiet. */
    public void warn(String line) {
        if (!quiet) {
            print("mpirun: " + Printable.text(line));
        }
    }

    /** Prints what mpirun does, if it is verbose. */
    public void detail(String line) {
        if (verbose) {
            print("mpirun: " + Printable.text(line));
        }
    }

    /** Prints text as it is: an error that is boxed already, or something asked for. */
    public void print(String text) {
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
        sink.write(this, bytes, 0, bytes.length);
    }
}
