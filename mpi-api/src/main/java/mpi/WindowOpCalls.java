package mpi;

import org.strata.mca.osc.OscOperation;
import org.strata.mca.osc.OscTarget;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.op.ReduceKernels;

import java.lang.ref.Reference;

/** The operations on windows (MPI 3.1 §11.3). */
final class WindowOpCalls {
    private WindowOpCalls() {}

    /** The target's elements, as the program names them. */
    record Place(int rank, int displacement, int count, Datatype type) {
        OscTarget target() {
            return new OscTarget(rank, displacement, count, type.layout());
        }
    }

    /** An operand at the origin, as the program names it. */
    record Operand(Object buffer, int count, Datatype type) {
        Buf buf() {
            return Buffers.wrap(new Buf(), buffer, 0, count, type.layout());
        }
    }

    // ---- Put and get.

    static void put(MpiWindow window, Operand origin, Place place) throws MPIException {
        move(window, "MPI_Put", true, origin, place, false);
    }

    static Request rPut(MpiWindow window, Operand origin, Place place) throws MPIException {
        return move(window, "MPI_Rput", true, origin, place, true);
    }

    static void get(MpiWindow window, Operand origin, Place place) throws MPIException {
        move(window, "MPI_Get", false, origin, place, false);
    }

    static Request rGet(MpiWindow window, Operand origin, Place place) throws MPIException {
        return move(window, "MPI_Rget", false, origin, place, true);
    }

    private static Request move(
            MpiWindow window,
            String call,
            boolean put,
            Operand origin,
            Place place,
            boolean request)
            throws MPIException {
        Checks.direct(origin.buffer());
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        elements(window, call, origin, !put);
        if (!begin(runtime, window, call, origin, place)) {
            return nothing(window, request);
        }
        Buf buf = origin.buf();
        OscOperation operation = null;
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            if (Observed.ON) {
                Observed.moved(buf.size());
            }
            operation = request ? new OscOperation(buf, window.comm.context()) : null;
            rc =
                    put
                            ? window.osc().put(buf, place.target(), operation)
                            : window.osc().get(buf, place.target(), operation);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        return finish(window, call, rc, place, operation, origin);
    }

    // ---- Accumulates.

    static void accumulate(MpiWindow window, Operand origin, Place place, Op op)
            throws MPIException {
        accumulate(window, "MPI_Accumulate", origin, place, op, false);
    }

    static Request rAccumulate(MpiWindow window, Operand origin, Place place, Op op)
            throws MPIException {
        return accumulate(window, "MPI_Raccumulate", origin, place, op, true);
    }

    private static Request accumulate(
            MpiWindow window, String call, Operand origin, Place place, Op op, boolean request)
            throws MPIException {
        Checks.direct(origin.buffer());
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        elements(window, call, origin, false);
        NumberKind kind = kind(window, call, place, op);
        if (!begin(runtime, window, call, origin, place) || op.kind() == OpKind.NO_OP) {
            return nothing(window, request);
        }
        Buf buf = origin.buf();
        OscOperation operation = null;
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            if (Observed.ON) {
                Observed.moved(buf.size());
            }
            operation = request ? new OscOperation(buf, window.comm.context()) : null;
            rc = window.osc().accumulate(buf, place.target(), op.kind(), kind, operation);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        return finish(window, call, rc, place, operation, origin);
    }

    static void getAccumulate(MpiWindow window, Operand origin, Operand result, Place place, Op op)
            throws MPIException {
        getAccumulate(window, "MPI_Get_accumulate", origin, result, place, op, false);
    }

    static Request rGetAccumulate(
            MpiWindow window, Operand origin, Operand result, Place place, Op op)
            throws MPIException {
        return getAccumulate(window, "MPI_Rget_accumulate", origin, result, place, op, true);
    }

    /** Fetch-and-op is a get-accumulate of one predefined element. */
    static void fetchAndOp(MpiWindow window, Operand origin, Operand result, Place place, Op op)
            throws MPIException {
        String call = "MPI_Fetch_and_op";
        WindowChecks.runtime(window, call);
        Checks.elements(window.comm, call, place.count(), place.type());
        if (!place.type().isPredefined()) {
            String detail = "the datatype is derived";
            throw Errors.raise(window.comm, MPI.ERR_TYPE, call, detail);
        }
        getAccumulate(window, call, origin, result, place, op, false);
    }

    private static Request getAccumulate(
            MpiWindow window,
            String call,
            Operand origin,
            Operand result,
            Place place,
            Op op,
            boolean request)
            throws MPIException {
        Checks.direct(result.buffer());
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        elements(window, call, result, true);
        NumberKind kind = kind(window, call, place, op);
        boolean operand = op.kind() != OpKind.NO_OP;
        if (operand) {
            Checks.direct(origin.buffer());
            elements(window, call, origin, false);
            sameSize(window, call, origin, place);
        }
        Buf in = operand ? origin.buf() : null;
        Buf out = result.buf();
        if (operand) {
            Checks.disjoint(runtime, window.comm, call, in, out);
        }
        if (!begin(runtime, window, call, result, place)) {
            return nothing(window, request);
        }
        OscOperation operation = null;
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            if (Observed.ON) {
                Observed.moved(out.size());
            }
            operation = request ? new OscOperation(out, window.comm.context()) : null;
            OscTarget target = place.target();
            rc = window.osc().getAccumulate(in, out, target, op.kind(), kind, operation);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        Reference.reachabilityFence(origin.buffer());
        return finish(window, call, rc, place, operation, result);
    }

    static void compareAndSwap(
            MpiWindow window, Operand origin, Operand compare, Operand result, Place place)
            throws MPIException {
        String call = "MPI_Compare_and_swap";
        Checks.direct(origin.buffer());
        Checks.direct(compare.buffer());
        Checks.direct(result.buffer());
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        elements(window, call, origin, false);
        elements(window, call, compare, false);
        elements(window, call, result, true);
        NumberKind number = place.type().base().number;
        if (!place.type().isPredefined() || number == null || !number.isInteger()) {
            String detail = place.type() + " is no integer, logical or byte type";
            throw Errors.raise(window.comm, MPI.ERR_TYPE, call, detail);
        }
        Buf in = origin.buf();
        Buf out = result.buf();
        Checks.disjoint(runtime, window.comm, call, in, out);
        if (!begin(runtime, window, call, result, place)) {
            return;
        }
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            if (Observed.ON) {
                Observed.moved(out.size());
            }
            OscTarget target = place.target();
            rc = window.osc().compareAndSwap(in, compare.buf(), out, target);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        Reference.reachabilityFence(origin.buffer());
        Reference.reachabilityFence(compare.buffer());
        finish(window, call, rc, place, null, result);
    }

    // ---- What they share.

    private static void elements(MpiWindow window, String call, Operand operand, boolean written)
            throws MPIException {
        Checks.elements(window.comm, call, operand.count(), operand.type());
        if (written) {
            Checks.writable(window.comm, call, operand.buffer(), operand.count(), operand.type());
        } else {
            Checks.readable(window.comm, call, operand.buffer(), operand.count(), operand.type());
        }
    }

    /** Returns the kind of the target's elements, for which the operation must be defined. */
    private static NumberKind kind(MpiWindow window, String call, Place place, Op op)
            throws MPIException {
        Checks.elements(window.comm, call, place.count(), place.type());
        if (op == null || op.kind() == null) {
            String detail = op == null ? "null" : "not predefined";
            throw Errors.raise(window.comm, MPI.ERR_OP, call, "the operation is " + detail);
        }
        BaseType elements = place.type().elements();
        NumberKind kind = elements == null ? null : elements.number;
        boolean moves = op.kind() == OpKind.REPLACE || op.kind() == OpKind.NO_OP;
        if (kind == null && moves) {
            return NumberKind.UINT8;
        }
        if (kind == null) {
            String detail = place.type() + " has elements of several types, or of none";
            throw Errors.raise(window.comm, MPI.ERR_TYPE, call, detail);
        }
        if (ReduceKernels.find(op.kind(), kind) == null) {
            String detail = op + " is not defined for " + elements.symbol;
            throw Errors.raise(window.comm, MPI.ERR_OP, call, detail);
        }
        return kind;
    }

    /**
     * Checks what is common to all operations. Those with a request are accepted in every access
     * epoch, as in Open MPI: MPI 3.1 §11.3.5 has them for passive targets only, but programs use
     * them between fences.
     *
     * @return whether there is something to do
     */
    private static boolean begin(
            MpiRuntime runtime, MpiWindow window, String call, Operand origin, Place place)
            throws MPIException {
        if (place.rank() == MPI.PROC_NULL) {
            return false;
        }
        WindowChecks.rank(window, call, place.rank());
        Checks.elements(window.comm, call, place.count(), place.type());
        if (place.displacement() < 0) {
            String detail = "displacement " + place.displacement() + " is negative";
            throw Errors.raise(window.comm, MPI.ERR_DISP, call, detail);
        }
        String wrong;
        try (var _ = runtime.enter()) {
            wrong = window.epochs.operation(place.rank());
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        WindowChecks.epoch(window, call, wrong);
        sameSize(window, call, origin, place);
        DataLayout layout = place.type().layout();
        if (!window.holds(place.rank(), place.displacement(), place.count(), layout)) {
            throw outside(window, call, place);
        }
        return (long) place.count() * layout.size() > 0;
    }

    private static void sameSize(MpiWindow window, String call, Operand origin, Place place)
            throws MPIException {
        long here = origin.count() * origin.type().layout().size();
        long there = place.count() * place.type().layout().size();
        if (here != there) {
            String detail = "the origin has " + here + " bytes of data, the target " + there;
            throw Errors.raise(window.comm, MPI.ERR_TRUNCATE, call, detail);
        }
    }

    private static MPIException outside(MpiWindow window, String call, Place place) {
        String what = place.count() + " × " + place.type() + " at displacement ";
        String where = place.displacement() + " of " + window.unit(place.rank()) + " bytes";
        String whose = " do not lie in the " + window.bytes(place.rank()) + " bytes of rank ";
        String detail = what + where + whose + place.rank();
        return Errors.raise(window.comm, ErrorTexts.RMA_RANGE, call, detail);
    }

    private static Request nothing(MpiWindow window, boolean request) {
        return request ? new Request(window.comm, ProcNullRequest.INSTANCE, MPI.PROC_NULL) : null;
    }

    private static Request finish(
            MpiWindow window,
            String call,
            int rc,
            Place place,
            OscOperation operation,
            Operand operand)
            throws MPIException {
        Reference.reachabilityFence(operand.buffer());
        if (rc != Rc.OK) {
            window.finish(call, rc, place.rank());
        }
        return operation == null ? null : new Request(window.comm, operation, place.rank());
    }
}
