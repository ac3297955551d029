package org.strata.launcher.host;

import org.strata.launcher.program.Programs.Launch;
import org.strata.launcher.program.SourceProgram.Compilation;
import org.strata.launcher.session.Sentinel;
import org.strata.launcher.session.Session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * Compiles the programs of a host that are given as source and run by several of its ranks. A
 * single rank compiles sooner by itself than a second JVM does.
 *
 * @param session keeps the classes
 * @param sentinel ends the compiler if this process cannot
 * @param said gets what the compiler has printed of programs that it has compiled
 */
public record HostSources(Session session, Sentinel sentinel, Consumer<String> said) {
    /** A program does not compile. */
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        private final int status;

        private RefusedException(Compilation done) {
            super(done.output().stripTrailing());
            status = done.status();
        }

        /** Returns the exit code of the job. */
        public int status() {
            return status;
        }
    }

    /**
     * Returns what to start instead.
     *
     * @param launches what each program is started with; null for one that has no rank here
     * @param ranks gives the number of ranks of a program on this host
     * @param folders how the names of the folders of classes begin; no other world of the job has
     *     it
     * @throws RefusedException when a program does not compile; the message is the compiler's
     */
    public List<Launch> compiled(List<Launch> launches, IntUnaryOperator ranks, String folders)
            throws RefusedException, IOException, InterruptedException {
        List<Launch> compiled = new ArrayList<>(launches);
        for (int i = 0; i < launches.size(); i++) {
            Launch launch = launches.get(i);
            if (launch != null && launch.source() != null && ranks.applyAsInt(i) > 1) {
                compiled.set(i, compiled(launch, folders + i));
            }
        }
        return compiled;
    }

    private Launch compiled(Launch launch, String folder)
            throws RefusedException, IOException, InterruptedException {
        Path classes = Files.createDirectory(session.directory().resolve(folder));
        Compilation done = launch.source().compile(classes, launch, sentinel::watch);
        if (done.status() != 0) {
            throw new RefusedException(done);
        }
        if (!done.output().isEmpty()) {
            said.accept(done.output().stripTrailing());
        }
        return done.launch();
    }
}
