package org.strata.io.posix;

import org.strata.mca.coll.Coll;
import org.strata.mca.io.Io;
import org.strata.mca.io.IoComponent;
import org.strata.mca.pml.Pml;
import org.strata.opal.progress.ProgressEngine;

/** Factory of a rank's file access. */
public final class PosixIoComponent implements IoComponent {
    private final PosixIoConfig config;
    private final ProgressEngine engine;

    /**
     * @param config the parameters
     * @param engine makes progress while an access waits for other ranks
     */
    public PosixIoComponent(PosixIoConfig config, ProgressEngine engine) {
        this.config = config;
        this.engine = engine;
    }

    @Override
    public String name() {
        return "posix";
    }

    @Override
    public int priority() {
        return config.priority();
    }

    @Override
    public Io io(Pml pml, Coll coll) {
        return new PosixIo(config, engine, pml, coll, new IoThreads(engine), 0);
    }
}
