package mpi;

import org.strata.opal.Rc;

import java.util.Map;

/** Synchronisation of windows (MPI 3.1 §11.5). */
final class WindowSyncCalls {
    /** Hint by which the program says that it locks nothing. */
    private static final String NO_LOCKS = "no_locks";

    private WindowSyncCalls() {}

    // ---- Fences.

    static void fence(MpiWindow window, int assertion) throws MPIException {
        String call = "MPI_Win_fence";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        int allowed = MPI.MODE_NOSTORE | MPI.MODE_NOPUT | MPI.MODE_NOPRECEDE | MPI.MODE_NOSUCCEED;
        WindowChecks.assertion(window, call, assertion, allowed);
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            WindowChecks.epoch(window, call, window.epochs.fence());
            rc = window.osc().flushAll();
            int arrived = runtime.coll.barrier(window.comm.context());
            rc = rc == Rc.OK ? arrived : rc;
            window.osc().sync();
            window.epochs.fenced((assertion & MPI.MODE_NOSUCCEED) == 0);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        window.finish(call, rc, MPI.ANY_SOURCE);
    }

    // ---- Groups.

    static void start(MpiWindow window, Group group, int assertion) throws MPIException {
        String call = "MPI_Win_start";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        WindowChecks.assertion(window, call, assertion, MPI.MODE_NOCHECK);
        int[] targets = ranks(runtime, window, group, call);
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            WindowChecks.epoch(window, call, window.epochs.start());
            rc = asserted(assertion) ? Rc.OK : window.osc().start(targets);
            window.epochs.started(targets);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        window.finish(call, rc, MPI.ANY_SOURCE);
    }

    static void complete(MpiWindow window) throws MPIException {
        String call = "MPI_Win_complete";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            WindowChecks.epoch(window, call, window.epochs.complete());
            rc = window.osc().complete(window.epochs.completed());
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        window.finish(call, rc, MPI.ANY_SOURCE);
    }

    static void post(MpiWindow window, Group group, int assertion) throws MPIException {
        String call = "MPI_Win_post";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        int allowed = MPI.MODE_NOCHECK | MPI.MODE_NOSTORE | MPI.MODE_NOPUT;
        WindowChecks.assertion(window, call, assertion, allowed);
        int[] origins = ranks(runtime, window, group, call);
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            WindowChecks.epoch(window, call, window.epochs.post());
            rc = asserted(assertion) ? Rc.OK : window.osc().post(origins);
            window.epochs.posted(origins);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        window.finish(call, rc, MPI.ANY_SOURCE);
    }

    static void await(MpiWindow window) throws MPIException {
        String call = "MPI_Win_wait";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            rc = window.osc().await(exposed(window, call));
            window.osc().sync();
            window.epochs.unposted();
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        window.finish(call, rc, MPI.ANY_SOURCE);
    }

    static boolean test(MpiWindow window) throws MPIException {
        String call = "MPI_Win_test";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            boolean done = window.osc().test(exposed(window, call));
            if (done) {
                window.osc().sync();
                window.epochs.unposted();
            }
            return done;
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }

    private static int[] exposed(MpiWindow window, String call) throws MPIException {
        int[] origins = window.epochs.origins();
        if (origins == null) {
            WindowChecks.epoch(window, call, "the window is not posted");
        }
        return origins;
    }

    private static boolean asserted(int assertion) {
        return (assertion & MPI.MODE_NOCHECK) != 0;
    }

    /** Returns the ranks of a group's processes in the window. */
    private static int[] ranks(MpiRuntime runtime, MpiWindow window, Group group, String call)
            throws MPIException {
        if (group == null || group.isNull()) {
            String detail = "the group is null or was freed";
            throw Errors.raise(window.comm, MPI.ERR_GROUP, call, detail);
        }
        RankIndex index = new RankIndex(window.comm.context());
        var procs = group.procs(runtime, call);
        int[] ranks = new int[procs.length];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = index.rankOf(procs[i]);
            if (ranks[i] < 0) {
                String detail = procs[i] + " is no member";
                throw Errors.raise(window.comm, MPI.ERR_GROUP, call, detail);
            }
        }
        return ranks;
    }

    // ---- Locks.

    static void lock(MpiWindow window, int type, int rank, int assertion) throws MPIException {
        String call = "MPI_Win_lock";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        if (type != MPI.LOCK_EXCLUSIVE && type != MPI.LOCK_SHARED) {
            String detail = type + " is neither LOCK_EXCLUSIVE nor LOCK_SHARED";
            throw Errors.raise(window.comm, MPI.ERR_LOCKTYPE, call, detail);
        }
        WindowChecks.assertion(window, call, assertion, MPI.MODE_NOCHECK);
        if (rank == MPI.PROC_NULL) {
            return;
        }
        WindowChecks.rank(window, call, rank);
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            lockable(window, call);
            WindowChecks.epoch(window, call, window.epochs.lock(rank));
            if (rank == window.rank() && window.epochs.origins() != null) {
                String detail = "this process has posted its window, and cannot lock it as well";
                throw Errors.raise(window.comm, MPI.ERR_RMA_CONFLICT, call, detail);
            }
            // Before the wait: another thread of this process must not ask for it, too.
            window.epochs.locked(rank, asserted(assertion));
            boolean exclusive = type == MPI.LOCK_EXCLUSIVE;
            rc = asserted(assertion) ? Rc.OK : window.osc().lock(rank, exclusive);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        window.finish(call, rc, rank);
    }

    private static void lockable(MpiWindow window, String call) throws MPIException {
        Map<String, String> hints = window.hints();
        boolean never = "true".equals(hints.get(NO_LOCKS));
        WindowChecks.epoch(window, call, never ? "the window was made with no_locks=true" : null);
    }

    static void unlock(MpiWindow window, int rank) throws MPIException {
        String call = "MPI_Win_unlock";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        if (rank == MPI.PROC_NULL) {
            return;
        }
        WindowChecks.rank(window, call, rank);
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            WindowChecks.epoch(window, call, window.epochs.unlock(rank));
            boolean asserted = window.epochs.isAsserted(rank);
            rc = asserted ? window.osc().flush(rank) : window.osc().unlock(rank);
            window.epochs.unlocked(rank);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        window.finish(call, rc, rank);
    }

    static void lockAll(MpiWindow window, int assertion) throws MPIException {
        String call = "MPI_Win_lock_all";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        WindowChecks.assertion(window, call, assertion, MPI.MODE_NOCHECK);
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            lockable(window, call);
            WindowChecks.epoch(window, call, window.epochs.lockAll());
            window.epochs.lockedAll(asserted(assertion));
            rc = asserted(assertion) ? Rc.OK : window.osc().lockAll();
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        window.finish(call, rc, MPI.ANY_SOURCE);
    }

    static void unlockAll(MpiWindow window) throws MPIException {
        String call = "MPI_Win_unlock_all";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            WindowChecks.epoch(window, call, window.epochs.unlockAll());
            boolean asserted = window.epochs.isAllAsserted();
            rc = asserted ? window.osc().flushAll() : window.osc().unlockAll();
            window.epochs.unlockedAll();
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        window.finish(call, rc, MPI.ANY_SOURCE);
    }

    // ---- Flushes.

    static void flush(MpiWindow window, int rank, boolean local) throws MPIException {
        String call = local ? "MPI_Win_flush_local" : "MPI_Win_flush";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        if (rank == MPI.PROC_NULL) {
            return;
        }
        WindowChecks.rank(window, call, rank);
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            WindowChecks.epoch(window, call, window.epochs.passive(rank));
            rc = local ? window.osc().flushLocal(rank) : window.osc().flush(rank);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        window.finish(call, rc, rank);
    }

    static void flushAll(MpiWindow window, boolean local) throws MPIException {
        String call = local ? "MPI_Win_flush_local_all" : "MPI_Win_flush_all";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            WindowChecks.epoch(window, call, window.epochs.passive());
            rc = local ? window.osc().flushLocalAll() : window.osc().flushAll();
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        window.finish(call, rc, MPI.ANY_SOURCE);
    }

    static void sync(MpiWindow window) throws MPIException {
        String call = "MPI_Win_sync";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            window.osc().sync();
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }
}
