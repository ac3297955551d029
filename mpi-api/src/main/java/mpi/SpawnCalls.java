package mpi;

import org.strata.mca.base.Shortage;
import org.strata.mca.ess.Spawn;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.sys.OwnThreads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Starting processes (MPI 3.1 §10.3), and joining those that have started this one. */
final class SpawnCalls {
    private SpawnCalls() {}

    /** The programs as the root names them, not checked yet. */
    record Request(String[] commands, String[][] argv, int[] maxprocs, Info[] info) {}

    /**
     * Starts processes; collective.
     *
     * @param wanted used at the root only
     * @param errcodes receives an error class for each process that was asked for; may be null
     */
    static Communicator spawn(
            Communicator comm, String call, Request wanted, int root, int[] errcodes)
            throws MPIException {
        MpiRuntime runtime = Checks.root(comm, call, root);
        return runtime.whole(() -> spawn(runtime, comm, call, wanted, root, errcodes));
    }

    private static Communicator spawn(
            MpiRuntime runtime,
            Communicator comm,
            String call,
            Request wanted,
            int root,
            int[] errcodes)
            throws MPIException {
        CommContext group = comm.context();
        byte[] outcome = null;
        if (group.rank() == root) {
            outcome = ask(runtime, wanted).encode();
        }
        int[] length = {outcome == null ? 0 : outcome.length};
        int rc;
        try (var _ = runtime.enter()) {
            Buf size = new Buf(length, 0, Integer.BYTES, DataLayouts.BYTE);
            rc = runtime.coll.bcast(size, root, group);
            outcome = outcome == null ? new byte[length[0]] : outcome;
            Buf bytes = new Buf(outcome, 0, outcome.length, DataLayouts.BYTE);
            rc = rc == Rc.OK ? runtime.coll.bcast(bytes, root, group) : rc;
        }
        CollectiveResult.finish(runtime, comm, call, rc);
        Spawn.Outcome started = Spawn.Outcome.decode(outcome);
        for (int i = 0; errcodes != null && i < errcodes.length; i++) {
            errcodes[i] = i < started.size() ? MPI.SUCCESS : MPI.ERR_SPAWN;
        }
        if (started.first() < 0) {
            throw Errors.raise(comm, MPI.ERR_SPAWN, call, started.problem());
        }
        Communicator made = join(runtime, comm, call, root, started.first(), started.first());
        runtime.connect(made);
        return made;
    }

    /** Joins the processes that have spawned this world, if any have: Init. */
    static void joinParent(MpiRuntime runtime) throws MPIException {
        int parent = runtime.environment.spawnedBy();
        if (parent >= 0) {
            int first = runtime.environment.firstRank();
            Communicator made = join(runtime, Communicator.WORLD, "MPI_Init", 0, parent, first);
            InterCalls.adopt(Communicator.PARENT, made);
            runtime.connect(Communicator.PARENT);
        }
    }

    /**
     * Makes the communicator of parents and children.
     *
     * @param leader rank of the own group's leader
     * @param peer number of the other one
     * @param first number of the first child, which is this spawn's channel
     */
    private static Communicator join(
            MpiRuntime runtime, Communicator comm, String call, int leader, int peer, int first)
            throws MPIException {
        LeaderLink link = runtime.letters.link(peer, first);
        InterExchange leaders = new InterExchange(runtime, comm.context(), leader, link);
        Communicator made = InterCalls.join(comm, call, leaders);
        runtime.letters.forget(first);
        return made;
    }

    /** Has the launcher start processes, and makes progress meanwhile. */
    private static Spawn.Outcome ask(MpiRuntime runtime, Request wanted) {
        List<Spawn.Program> programs = new ArrayList<>();
        try {
            boolean some = wanted.commands != null && wanted.commands.length > 0;
            require(some, "there are no commands");
            for (int i = 0; i < wanted.commands.length; i++) {
                programs.add(program(wanted, i));
            }
        } catch (IllegalArgumentException e) {
            return Spawn.Outcome.refused(e.getMessage());
        }
        CompletableFuture<Spawn.Outcome> answer = new CompletableFuture<>();
        Runnable request =
                () -> {
                    try {
                        answer.complete(runtime.environment.spawn(new Spawn(programs)));
                    } catch (RuntimeException | Error e) {
                        answer.complete(refused(e));
                    } finally {
                        runtime.engine.wake();
                    }
                };
        try {
            OwnThreads.daemon("strata-spawn").start(request);
        } catch (OutOfMemoryError e) {
            // What the JVM throws when the system gives it no thread.
            return refused(e);
        }
        try (var _ = runtime.enter()) {
            runtime.engine.waitFor(answer::isDone);
        }
        return answer.join();
    }

    private static Spawn.Outcome refused(Throwable failure) {
        Shortage shortage = Shortage.of(failure);
        String text = Objects.toString(failure.getMessage(), failure.getClass().getSimpleName());
        return Spawn.Outcome.refused(
                shortage == null
                        ? text
                        : text + "\nReason: " + shortage.what() + ". " + shortage.bound());
    }

    private static Spawn.Program program(Request wanted, int index) {
        require(wanted.commands[index] != null, "a command is null");
        List<String> command = new ArrayList<>(List.of(wanted.commands[index]));
        require(!command.getFirst().isEmpty(), "a command is empty");
        String[] arguments = at(wanted.argv, index);
        for (int i = 0; arguments != null && i < arguments.length; i++) {
            require(arguments[i] != null, "an argument is null");
            command.add(arguments[i]);
        }
        boolean counted = wanted.maxprocs != null && wanted.maxprocs.length > index;
        require(counted, "there are fewer numbers of processes than commands");
        int count = wanted.maxprocs[index];
        require(count > 0, count + " is no number of processes");
        return new Spawn.Program(command, count, hints(at(wanted.info, index)));
    }

    private static <T> T at(T[] values, int index) {
        return values == null || values.length <= index ? null : values[index];
    }

    private static void require(boolean truth, String otherwise) {
        if (!truth) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Returns the hints of an Info; those in a file that it names are added. */
    private static Map<String, String> hints(Info info) {
        Map<String, String> pairs = new HashMap<>();
        try {
            pairs.putAll(Info.pairs(info, "MPI_Comm_spawn"));
            if (pairs.containsKey("file")) {
                for (String line : Files.readAllLines(Path.of(pairs.get("file")))) {
                    int equals = line.indexOf('=');
                    if (equals > 0) {
                        String key = line.substring(0, equals).strip();
                        pairs.putIfAbsent(key, line.substring(equals + 1).strip());
                    }
                }
            }
        } catch (MPIException | IOException e) {
            throw new IllegalArgumentException("the Info cannot be read: " + e.getMessage(), e);
        }
        pairs.keySet()
                .removeIf(key -> !Spawn.HINTS.contains(key) && !Spawn.WITHOUT_EFFECT.contains(key));
        return pairs;
    }
}
