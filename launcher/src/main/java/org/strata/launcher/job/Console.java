package org.strata.launcher.job;

import org.strata.launcher.io.OutputSink;
import org.strata.launcher.raw.RawText;
import org.strata.mca.base.Boxes;
import org.strata.mca.base.Printable;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Prints mpirun's own messages, never inside a line of a rank's output. */
public final class Console {
    private static final String MPIRUN = "mpirun";

    private final String name;
    private final OutputSink sink;
    private final boolean quiet;
    private final boolean verbose;
    private final UnaryOperator<byte[]> form;
    private final Executor printer;

    /**
     * @param sink mpirun's stderr
     * @param quiet whether only errors are printed
     * @param verbose whether to print what mpirun does
     */
    public Console(OutputSink sink, boolean quiet, boolean verbose) {
        this(MPIRUN, sink, quiet, verbose);
    }

    /**
     * @param name the command that the user has typed: its messages begin with it
     * @param sink mpirun's stderr
     * @param quiet whether only errors are printed
     * @param verbose whether to print what mpirun does
     */
    public Console(String name, OutputSink sink, boolean quiet, boolean verbose) {
        this(name, sink, quiet, verbose, UnaryOperator.identity());
    }

    /**
     * @param name the command that the user has typed: its messages begin with it
     * @param sink where the messages go
     * @param quiet whether only errors are printed
     * @param verbose whether to print what mpirun does
     * @param form what is printed for the lines of a message
     */
    public Console(
            String name,
            OutputSink sink,
            boolean quiet,
            boolean verbose,
            UnaryOperator<byte[]> form) {
        this(name, sink, quiet, verbose, form, Runnable::run);
    }

    private Console(
            String name,
            OutputSink sink,
            boolean quiet,
            boolean verbose,
            UnaryOperator<byte[]> form,
            Executor printer) {
        this.name = name;
        this.sink = sink;
        this.quiet = quiet;
        this.verbose = verbose;
        this.form = form;
        this.printer = printer;
    }

    /**
     * The console of a running job. A thread of its own prints, so that the job's thread never
     * waits for a rank to finish its line, or for a reader that has stopped.
     */
    public static final class Background implements AutoCloseable {
        private final ExecutorService thread =
                Executors.newSingleThreadExecutor(task ->
                        Thread.ofPlatform().daemon().name("strata-console").unstarted(task));

        private Background() {}

        /** Returns when everything has been printed. */
        @Override
        public void close() {
            thread.shutdown();
            try {
                thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Makes a thread that prints. */
    public static Background background() {
        return new Background();
    }

    /** Returns the same console, whose messages a thread prints in their order. */
    public Console printedBy(Background background) {
        return new Console(name, sink, quiet, verbose, form, background.thread);
    }

    /** Prints an error, in a box. */
    public void error(List<String> lines) {
        print(Boxes.box(lines.stream().map(RawText::printable).map(this::spoken).toList()));
    }

    /** Prints a warning, unless mpirun is quiet. */
    public void warn(String line) {
        if (!quiet) {
            say(Printable.text(RawText.printable(line)));
        }
    }

    /** Prints what mpirun does, if it is verbose. */
    public void detail(String line) {
        if (verbose) {
            say(Printable.text(RawText.printable(line)));
        }
    }

    /** Prints text behind the command's name. */
    public void say(String text) {
        print(name + ": " + text);
    }

    /** A sentence of mpirun's is one of the command that the user has typed. */
    private String spoken(String sentence) {
        boolean own = sentence.startsWith(MPIRUN + " ");
        return own ? name + sentence.substring(MPIRUN.length()) : sentence;
    }

    /** Prints text as it is: an error that is boxed already, or something asked for. */
    public void print(String text) {
        byte[] lines = (RawText.printable(text) + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] bytes = form.apply(lines);
        printer.execute(() -> sink.write(this, bytes, 0, bytes.length));
    }
}
