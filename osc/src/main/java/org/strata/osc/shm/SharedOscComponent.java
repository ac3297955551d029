package org.strata.osc.shm;

import org.strata.mca.base.Output;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.osc.OscComponent;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.osc.OscWindow;
import org.strata.mca.pml.CommContext;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.ProgressEngine;

/** Factory of windows in shared memory. */
public final class SharedOscComponent implements OscComponent {
    private final SharedOscConfig config;
    private final ProgressEngine engine;
    private final Output output;
    private final MappablePool pool;

    /**
     * @param pool memory that the node's other ranks can map; null for none
     */
    SharedOscComponent(
            SharedOscConfig config, ProgressEngine engine, Output output, MappablePool pool) {
        this.config = config;
        this.engine = engine;
        this.output = output;
        this.pool = pool;
    }

    @Override
    public String name() {
        return "shm";
    }

    @Override
    public int priority() {
        return config.priority();
    }

    @Override
    public OscWindow open(OscRequest request) {
        CommContext comm = request.comm();
        boolean many = comm.size() > WindowLock.MOST_MEMBERS;
        if (pool == null || request.flavor() == Flavor.DYNAMIC || many || !allLocal(comm)) {
            return null;
        }
        Doorbell doorbell =
                new Doorbell(why -> output.verbose("osc", 10, "shm rings nobody: " + why));
        SharedMembers members = new SharedOpening(pool, doorbell, request).open();
        if (comm.rank() == 0) {
            String what = " a window of " + comm.size() + " ranks";
            output.verbose(
                    "osc", 10, "shm " + (members == null ? "cannot serve" : "serves") + what);
        }
        if (members == null) {
            return null;
        }
        WindowBells bells = new WindowBells(comm, members.bells(), doorbell);
        return new SharedWindow(comm, engine, members, bells);
    }

    private static boolean allLocal(CommContext comm) {
        for (int member = 0; member < comm.size(); member++) {
            if (!comm.peer(member).local()) {
                return false;
            }
        }
        return true;
    }
}
