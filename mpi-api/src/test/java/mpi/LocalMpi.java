package mpi;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;

import java.util.List;

/**
 * MPI for tests without other processes: rank 1 of a world of 4, whose messages to itself arrive
 * and whose collectives have one member. Errors return unless a test says otherwise.
 */
final class LocalMpi implements BeforeEachCallback, AfterEachCallback {
    private final int threadLevel;
    private boolean checking;
    private FakeJob job;
    private LoopbackPml pml;
    private LoneColl coll;

    LocalMpi() {
        this(MPI.THREAD_SINGLE);
    }

    LocalMpi(int threadLevel) {
        this.threadLevel = threadLevel;
    }

    /** With the checks of {@code mpi_check}. */
    static LocalMpi checking() {
        LocalMpi made = new LocalMpi();
        made.checking = true;
        return made;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        job = FakeJob.of(4);
        FakeRank rank = job.rank(1);
        pml = new LoopbackPml(rank.engine(), rank.rank());
        coll = new LoneColl();
        rank.engine().register(pml);
        if (checking) {
            ElementTypes.keepKinds();
        }
        MPI.start(
                new MpiRuntime(
                        rank.engine(),
                        rank.environment(),
                        checking ? new CheckingPml(pml) : pml,
                        checking ? new CheckingColl(coll) : coll,
                        new SharedBuffers(List.of()),
                        pml::close,
                        threadLevel,
                        true));
        Communicator.WORLD.setErrorHandler(MPI.ERRORS_RETURN);
        Communicator.SELF.setErrorHandler(MPI.ERRORS_RETURN);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        MPI.forget();
        ElementKinds.end();
        Communicator.WORLD.setErrorHandler(MPI.ERRORS_ARE_FATAL);
        Communicator.SELF.setErrorHandler(MPI.ERRORS_ARE_FATAL);
        job.close();
    }

    LoopbackPml pml() {
        return pml;
    }

    LoneColl coll() {
        return coll;
    }
}
