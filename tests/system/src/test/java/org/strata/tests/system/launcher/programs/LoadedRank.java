package org.strata.tests.system.launcher.programs;

import mpi.MPI;
import mpi.MPIException;

import org.strata.ess.base.ForeignLauncher;
import org.strata.ess.engine.EngineRank;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A job of one rank, in a class loader of its own within another program. */
public final class LoadedRank implements Runnable {
    @Override
    public void run() {
        EngineRank.register(new Alone(), code -> System.err.println("to end with " + code));
        try {
            MPI.Init(new String[0]);
            double[] one = {1};
            MPI.COMM_WORLD.allReduce(one, 1, MPI.DOUBLE, MPI.SUM);
            MPI.Finalize();
        } catch (MPIException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Alone implements ForeignLauncher {
        private final Map<String, String> values = new HashMap<>();

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public int universeSize() {
            return 1;
        }

        @Override
        public int appNum() {
            return 0;
        }

        @Override
        public List<String> hosts() {
            return List.of("127.0.0.1");
        }

        @Override
        public void put(String key, String value) {
            values.put(key, value);
        }

        @Override
        public void fence() {}

        @Override
        public String get(int rank, String key) {
            return values.get(key);
        }

        @Override
        public void abort(int code, String message) {
            System.err.println(message);
        }

        @Override
        public void finish() {}
    }
}
