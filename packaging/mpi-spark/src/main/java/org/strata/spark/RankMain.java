package org.strata.spark;

import mpi.MPI;
import mpi.MPIException;

import org.strata.ess.engine.EngineRank;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Iterator;

/** The main program of a rank, which a task of a stage starts. */
final class RankMain {
    /** What {@code MPIException} says where another process is the cause. */
    private static final String OTHER = "MPI_ERR_PROC_ABORTED";

    private final TaskPipe pipe;
    private final Start start;

    private RankMain(TaskPipe pipe, Start start) {
        this.pipe = pipe;
        this.start = start;
    }

    /** Runs the program that the task names; words of the command line mean nothing. */
    public static void main(String[] words) throws IOException {
        InputStream in = System.in;
        // Frames go to file descriptor 1; what the program prints goes to the executor's log.
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        TaskPipe pipe = new TaskPipe(in, out);
        new RankMain(pipe, pipe.open()).run();
    }

    private void run() {
        PipeLauncher launcher = new PipeLauncher(pipe, start);
        EngineRank.register(launcher, launcher::halt);
        StageProgress.sendTo(this::progress);
        try {
            runProgram();
            pipe.end(Frame.of(Frame.Type.DONE));
        } catch (Throwable e) {
            fail(e instanceof InvocationTargetException ? e.getCause() : e);
            return;
        }
        System.exit(0);
    }

    private <I, O> void runProgram() throws Exception {
        RankProgram<I, O> program = program();
        String[] args = start.args().toArray(String[]::new);
        MPI.Init(args);
        RowCodec codec =
                new RowCodec(
                        new ArrayFiles(Path.of(start.directory()), "r"),
                        RankMain.class.getClassLoader());
        Iterator<O> result = program.run(new RankRows<>(pipe, codec), args);
        if (result != null) {
            for (Frame rows = RowBatch.take(result, codec);
                    rows != null;
                    rows = RowBatch.take(result, codec)) {
                pipe.ask(rows);
            }
        }
        MPI.Finalize();
    }

    @SuppressWarnings("unchecked") // MpiStage has the class with these parameters.
    private <I, O> RankProgram<I, O> program() throws Exception {
        Class<?> program = Class.forName(start.program());
        ProgramCheck.run(program);
        var constructor = program.getDeclaredConstructor();
        constructor.setAccessible(true);
        return (RankProgram<I, O>) constructor.newInstance();
    }

    private void progress(long amount) {
        try {
            pipe.send(Frame.of(Frame.Type.PROGRESS, out -> out.writeLong(amount)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void fail(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        boolean other = e instanceof MPIException && String.valueOf(e.getMessage()).contains(OTHER);
        try {
            pipe.end(
                    Frame.of(
                            Frame.Type.FAILED,
                            out -> {
                                out.writeBoolean(other);
                                Frame.writeText(out, text.toString());
                            }));
        } catch (IOException broken) {
            e.addSuppressed(broken);
        }
        pipe.halt(1);
    }
}
