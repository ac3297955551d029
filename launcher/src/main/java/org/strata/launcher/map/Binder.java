package org.strata.launcher.map;

import org.strata.ess.own.ThreadBinding;
import org.strata.launcher.platform.PlatformReport;
import org.strata.launcher.raw.RankStart;
import org.strata.opal.sys.KernelThreads;
import org.strata.opal.sys.Posix;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * Starts processes bound to processors. A child inherits the affinity of the thread that starts it,
 * so the thread is bound for that moment. A Java program starts unbound, and its rank binds the
 * thread that calls MPI.Init, and by that what this thread starts: the JVM's own threads, compilers
 * and collectors, would else run in turns with a rank that polls.
 */
public final class Binder {
    private final boolean quiet;
    private final Consumer<String> warnings;
    private boolean tried;
    private boolean refused;

    /**
     * @param quiet whether a refused binding is ignored in silence
     * @param warnings receives one line when the system refuses to bind
     */
    public Binder(boolean quiet, Consumer<String> warnings) {
        this.quiet = quiet;
        this.warnings = warnings;
    }

    /** Starts a process on the processors of a set; an empty set stands for any. */
    public Process start(RankStart rank, CpuSet cpus) throws IOException {
        if (cpus.isEmpty() || refused) {
            return rank.start();
        }
        long[] before = KernelThreads.affinity(0);
        int rc = Posix.setAffinity(cpus.toMask());
        if (rc != 0) {
            refuse(rc);
            return rank.start();
        }
        try {
            return rank.start();
        } finally {
            Posix.setAffinity(before);
        }
    }

    /**
     * Starts any program whose rank, if it becomes one, binds the thread that calls MPI.Init to a
     * core by default; an empty set stands for any.
     */
    public Process startDefault(RankStart rank, CpuSet core) throws IOException {
        if (!core.isEmpty()) {
            ThreadBinding.addDefault(rank.variables(), core.toMask(), KernelThreads.affinity(0));
        }
        return rank.start();
    }

    /**
     * Starts a Java program whose rank binds itself to the processors of a set; an empty set stands
     * for any.
     */
    public Process startJava(RankStart rank, CpuSet cpus) throws IOException {
        if (!tried && !cpus.isEmpty()) {
            tried = true;
            long[] before = KernelThreads.affinity(0);
            int rc = Posix.setAffinity(cpus.toMask());
            if (rc == 0) {
                Posix.setAffinity(before);
            } else {
                refuse(rc);
            }
        }
        if (!cpus.isEmpty() && !refused) {
            ThreadBinding.addTo(rank.variables(), cpus.toMask());
        }
        return rank.start();
    }

    private void refuse(int rc) {
        refused = true;
        if (rc == -Posix.ENOSYS && !quiet) {
            warnings.accept(PlatformReport.absent("binding"));
        } else if (!quiet) {
            warnings.accept(
                    "the system refuses to bind processes to processors (errno "
                            + -rc
                            + "); ranks run unbound.");
        }
    }
}
