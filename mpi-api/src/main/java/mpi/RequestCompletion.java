package mpi;

import org.strata.mca.coll.CollRequest;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Needs;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The completion of one, all or some of several requests (MPI 3.1 §3.7.5). */
final class RequestCompletion {
    /** There are active requests, but none is complete. */
    static final int NONE = -1;

    private RequestCompletion() {}

    /** Returns whether a request is done, after one poll if it was not. Inside the bracket. */
    static boolean poll(MpiRuntime runtime, Request request) {
        if (request.isDone()) {
            return true;
        }
        runtime.engine.progress();
        return request.isDone();
    }

    /**
     * Why a request has failed.
     *
     * @param detail what failed; null if nothing is known
     * @param thrown what a function of the program has thrown, or null
     */
    record Failure(String detail, Throwable thrown) {}

    /** Returns why a request, which is done, has failed; null if it has not. In the bracket. */
    static Failure failure(MpiRuntime runtime, Request request) {
        return request.pml.error == Rc.OK ? null : describe(runtime, request);
    }

    private static Failure describe(MpiRuntime runtime, Request request) {
        if (request.pml instanceof CollRequest collective) {
            Communicator comm = request.comm;
            String detail =
                    comm.isNull() ? null : CollectiveResult.lostProcess(runtime, comm.context());
            return new Failure(detail, collective.thrown());
        }
        return new Failure(describeMessage(runtime, request), null);
    }

    private static String describeMessage(MpiRuntime runtime, Request request) {
        PmlRequest pml = request.pml;
        if (Errors.isOfPeer(pml.error) && request.peer >= 0 && !request.comm.isNull()) {
            return runtime.pml.explain(request.peer, request.comm.context(), pml.error);
        }
        if (pml.failureText() != null) {
            return pml.failureText();
        }
        String about = Origin.of(pml.source, pml.tag);
        if (pml.error == Rc.TRUNCATED) {
            return about + Errors.truncated(pml.messageBytes, pml.bytes, ElementTypes.of(pml.buf));
        }
        if (pml.error == Rc.MEMORY_FREED) {
            String who = request.peer >= 0 ? "with rank " + request.peer : about;
            return who + Errors.MEMORY_FREED;
        }
        return about;
    }

    /**
     * Makes the error of one failed request; throws what a function of the program has thrown, if
     * nothing else failed.
     */
    static MPIException failed(Request request, int rc, String call, Failure failure)
            throws MPIException {
        if (rc == Rc.FUNCTION_FAILED) {
            UserReduction.rethrow(failure.thrown);
        }
        MPIException error = Errors.raise(request.comm, Errors.classOf(rc), call, failure.detail);
        addThrown(error, failure.thrown);
        return error;
    }

    private static void addThrown(MPIException error, Throwable thrown) {
        if (thrown != null) {
            error.addSuppressed(thrown);
        }
    }

    private static void check(Request[] requests, String call) throws MPIException {
        if (requests == null) {
            throw Errors.raise(null, MPI.ERR_REQUEST, call, "the array of requests is null");
        }
    }

    private static boolean isActive(Request request) {
        return request != null && request.isActive();
    }

    private static boolean anyActive(Request[] requests) {
        for (Request request : requests) {
            if (isActive(request)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the first complete request's index, UNDEFINED when none is active, or NONE. */
    private static int firstDone(Request[] requests) {
        int found = MPI.UNDEFINED;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i])) {
                if (requests[i].isDone()) {
                    return i;
                }
                found = NONE;
            }
        }
        return found;
    }

    /** A condition on one of several requests, for {@link #firstDone}. */
    private record Any(Request[] requests) implements Completion {
        @Override
        public boolean isDone() {
            return firstDone(requests) != NONE;
        }

        /** Of a single process if all requests need that one. */
        @Override
        public int awaited() {
            int common = NOBODY;
            for (Request request : requests) {
                int one = isActive(request) ? request.pml.awaited() : NOBODY;
                if (one != NOBODY && common != NOBODY && one != common) {
                    return SEVERAL;
                }
                common = one == NOBODY ? common : one;
            }
            return common;
        }

        /** The wait ends with the first of the requests: one process that acts suffices. */
        @Override
        public WaitState waitState() {
            List<WaitState> waits =
                    Arrays.stream(requests)
                            .filter(RequestCompletion::isActive)
                            .map(request -> request.pml.waitState())
                            .toList();
            boolean moves = waits.stream().anyMatch(wait -> wait.ranks().isEmpty());
            List<Integer> ranks =
                    waits.stream().flatMap(wait -> wait.ranks().stream()).distinct().toList();
            String what = waits.stream().map(WaitState::what).collect(Collectors.joining(", or "));
            return new WaitState(
                    what, waits.getFirst().where(), Needs.ANY, moves ? List.of() : ranks);
        }
    }

    static int waitAny(Request[] requests, Status status) throws MPIException {
        return any(requests, status, true, "MPI_Waitany");
    }

    static int testAny(Request[] requests, Status status) throws MPIException {
        return any(requests, status, false, "MPI_Testany");
    }

    private static int any(Request[] requests, Status status, boolean block, String call)
            throws MPIException {
        try (var _ = Observed.call(call)) {
            MpiRuntime runtime = MpiRuntime.current();
            check(requests, call);
            Failures failures = null;
            int index;
            runtime.engine.enter();
            try {
                index = firstDone(requests);
                if (index == NONE) {
                    advance(runtime, requests, block);
                    index = firstDone(requests);
                }
                if (index >= 0) {
                    failures = finish(runtime, requests[index], index, status, null);
                }
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            } finally {
                runtime.engine.exit();
            }
            Failures.raiseAlone(failures, call);
            return index;
        }
    }

    private static void advance(MpiRuntime runtime, Request[] requests, boolean block) {
        if (block) {
            runtime.engine.waitFor(new Any(requests));
        } else {
            runtime.engine.progress();
        }
    }

    /**
     * Completes a request.
     *
     * @param failures those of the requests before it; null as long as none has failed, so that a
     *     call that succeeds allocates nothing
     * @return the failures with this request's
     */
    private static Failures finish(
            MpiRuntime runtime, Request request, int index, Status status, Failures failures) {
        Failure failure = failure(runtime, request);
        int rc = request.complete(status);
        if (rc == Rc.OK) {
            return failures;
        }
        Failures all = failures == null ? new Failures() : failures;
        all.add(request, index, rc, failure);
        return all;
    }

    static Status[] statuses(Request[] requests) {
        Status[] statuses = new Status[requests == null ? 0 : requests.length];
        for (int i = 0; i < statuses.length; i++) {
            statuses[i] = new Status();
            statuses[i].setIndex(i);
        }
        return statuses;
    }

    static void waitAll(Request[] requests, Status[] statuses) throws MPIException {
        all(requests, statuses, true, "MPI_Waitall");
    }

    static boolean testAll(Request[] requests, Status[] statuses) throws MPIException {
        return all(requests, statuses, false, "MPI_Testall");
    }

    private static boolean all(Request[] requests, Status[] statuses, boolean block, String call)
            throws MPIException {
        try (var _ = Observed.call(call)) {
            MpiRuntime runtime = MpiRuntime.current();
            check(requests, call);
            Failures failures = null;
            runtime.engine.enter();
            try {
                if (!block && !allDone(runtime, requests)) {
                    return false;
                }
                for (int i = 0; i < requests.length; i++) {
                    Request request = requests[i];
                    if (isActive(request)) {
                        runtime.engine.waitFor(request.pml);
                        Status status = statuses == null ? null : statuses[i];
                        failures = finish(runtime, request, i, status, failures);
                    }
                }
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            } finally {
                runtime.engine.exit();
            }
            Failures.raiseTogether(failures, call);
            return true;
        }
    }

    private static boolean allDone(MpiRuntime runtime, Request[] requests) {
        boolean polled = false;
        for (Request request : requests) {
            if (isActive(request) && !request.isDone()) {
                if (!polled) {
                    runtime.engine.progress();
                    polled = true;
                }
                if (!request.isDone()) {
                    return false;
                }
            }
        }
        return true;
    }

    static int[] some(Request[] requests, boolean block) throws MPIException {
        Status[] none = null;
        return some(requests, block, none);
    }

    static Status[] someStatuses(Request[] requests, boolean block) throws MPIException {
        Status[] statuses = statuses(requests);
        int[] indices = some(requests, block, statuses);
        if (indices == null) {
            return null;
        }
        Status[] completed = new Status[indices.length];
        for (int i = 0; i < indices.length; i++) {
            completed[i] = statuses[indices[i]];
        }
        return completed;
    }

    private static int[] some(Request[] requests, boolean block, Status[] statuses)
            throws MPIException {
        String call = block ? "MPI_Waitsome" : "MPI_Testsome";
        try (var _ = Observed.call(call)) {
            MpiRuntime runtime = MpiRuntime.current();
            check(requests, call);
            Failures failures = null;
            int[] indices = new int[requests.length];
            int count = 0;
            runtime.engine.enter();
            try {
                if (!anyActive(requests)) {
                    return null;
                }
                if (firstDone(requests) == NONE) {
                    advance(runtime, requests, block);
                }
                for (int i = 0; i < requests.length; i++) {
                    Request request = requests[i];
                    if (isActive(request) && request.isDone()) {
                        Status status = statuses == null ? null : statuses[i];
                        failures = finish(runtime, request, i, status, failures);
                        indices[count++] = i;
                    }
                }
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            } finally {
                runtime.engine.exit();
            }
            Failures.raiseTogether(failures, call);
            return Arrays.copyOf(indices, count);
        }
    }

    /** The failed requests of one call. */
    private static final class Failures {
        private Communicator comm;
        private int firstRc;
        private StringBuilder details;
        private String last = "";
        private Throwable thrown;

        void add(Request request, int index, int rc, Failure failure) {
            thrown = thrown == null ? failure.thrown : thrown;
            if (rc == Rc.FUNCTION_FAILED) {
                return;
            }
            if (details == null) {
                comm = request.comm;
                firstRc = rc;
                details = new StringBuilder();
            } else {
                details.append("; ");
            }
            String text = ErrorTexts.text(Errors.classOf(rc));
            text = failure.detail == null ? text : text + ": " + failure.detail;
            // All requests to a lost peer fail alike, and the text may be long.
            details.append("request ").append(index).append(": ");
            details.append(text.equals(last) ? "the same" : text);
            last = text;
        }

        /** For calls that complete one request: its own error. */
        static void raiseAlone(Failures failures, String call) throws MPIException {
            if (failures != null) {
                failures.raise(Errors.classOf(failures.firstRc), call);
            }
        }

        /** For calls that complete several: ERR_IN_STATUS (MPI 3.1 §3.7.5). */
        static void raiseTogether(Failures failures, String call) throws MPIException {
            if (failures != null) {
                failures.raise(MPI.ERR_IN_STATUS, call);
            }
        }

        /** Throws the library's error, else what a function of the program has thrown first. */
        private void raise(int errorClass, String call) throws MPIException {
            if (details != null) {
                MPIException error = Errors.raise(comm, errorClass, call, details.toString());
                addThrown(error, thrown);
                throw error;
            }
            UserReduction.rethrow(thrown);
        }
    }
}
