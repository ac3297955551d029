package mpi;

import org.strata.opal.Rc;
import org.strata.opal.sys.OwnThreads;
import org.strata.opal.sys.Threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * The futures of requests ({@link Request#toFuture}). A thread of the library waits, as a thread of
 * the program would, while some of them are not complete, and completes them outside the bracket:
 * what the program attaches to a future runs in that thread, and may call MPI if the thread level
 * allows it. Without such a future the thread is parked; the first one starts it. Tier 3.
 */
final class RequestFutures {
    private final MpiRuntime runtime;

    /** Guarded by the bracket. */
    private final List<Pending> pending = new ArrayList<>();

    private final Thread thread;
    private boolean started;

    /** Pairs with RequestFutures.run: stored by add before it unparks. */
    private volatile boolean needed;

    /** Pairs with RequestFutures.run: stored by close before it unparks. */
    private volatile boolean closing;

    RequestFutures(MpiRuntime runtime) {
        this.runtime = runtime;
        thread = OwnThreads.daemon("strata-futures").unstarted(this::run);
    }

    /** A request that no handle of the program names any more, and its future. */
    private record Pending(Request request, CompletableFuture<Status> future) {
        /** Completes the request, which must be done; returns what completes the future. */
        private Runnable finish(MpiRuntime runtime) {
            RequestCompletion.Failure failure = RequestCompletion.failure(runtime, request);
            Status status = new Status();
            int rc = request.complete(status);
            return () -> settle(rc, status, failure);
        }

        private void settle(int rc, Status status, RequestCompletion.Failure failure) {
            if (rc == Rc.OK) {
                future.complete(status);
                return;
            }
            try {
                throw RequestCompletion.failed(request, rc, "MPI_Wait", failure);
            } catch (MPIException | RuntimeException | Error e) {
                future.completeExceptionally(e);
            }
        }
    }

    /** Returns the future of an active request, which belongs to this object from now on. */
    CompletableFuture<Status> add(Request request) {
        Pending added = new Pending(request, new CompletableFuture<>());
        synchronized (this) {
            if (!started) {
                started = true;
                runtime.engine.addProgressThread();
                thread.start();
            }
        }
        try (var _ = runtime.enter()) {
            pending.add(added);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        needed = true;
        LockSupport.unpark(thread);
        return added.future;
    }

    private void run() {
        while (!closing) {
            if (needed) {
                completeSome().forEach(Runnable::run);
            } else {
                LockSupport.park(this);
            }
        }
    }

    /** Waits until a request is done; returns what completes the futures of all that are. */
    private List<Runnable> completeSome() {
        List<Runnable> completions = new ArrayList<>();
        try (var _ = runtime.enter()) {
            runtime.engine.waitFor(() -> closing || pending.isEmpty() || anyDone());
            for (Pending each : List.copyOf(pending)) {
                if (each.request.isDone()) {
                    pending.remove(each);
                    completions.add(each.finish(runtime));
                }
            }
            needed = !pending.isEmpty();
        }
        return completions;
    }

    private boolean anyDone() {
        for (Pending each : pending) {
            if (each.request.isDone()) {
                return true;
            }
        }
        return false;
    }

    /** Ends the thread; futures that are not complete fail. Outside the bracket. */
    void close() {
        closing = true;
        LockSupport.unpark(thread);
        runtime.engine.wake();
        if (started && Thread.currentThread() != thread) {
            Threads.join(thread);
        }
        for (Pending each : pending) {
            each.future.completeExceptionally(new MPIException("MPI is finalized."));
        }
    }
}
