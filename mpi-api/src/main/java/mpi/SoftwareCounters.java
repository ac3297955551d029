package mpi;

import org.strata.mca.base.Stack;
import org.strata.opal.counters.Counters.Counter;
import org.strata.opal.counters.Counters.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Open MPI's software-based performance counters (SPC; 5.0, {@code ompi/runtime/ompi_spc.h}), those
 * of which this library has the number: calls and bytes where calls are counted, what the PML
 * counts anyway. Tier 3.
 */
final class SoftwareCounters {
    private static final String PREFIX = "runtime_spc_OMPI_SPC_";

    /** Functions whose calls are counted, without "MPI_". */
    private static final List<String> CALLS =
            List.of(
                    """
                    Send Bsend Rsend Ssend Recv Mrecv Isend Ibsend Irsend Issend Irecv
                    Sendrecv Sendrecv_replace Probe Iprobe
                    Bcast Ibcast Reduce Reduce_scatter Reduce_scatter_block
                    Ireduce Ireduce_scatter Ireduce_scatter_block Allreduce Iallreduce
                    Scan Exscan Iscan Iexscan Scatter Scatterv Iscatter Iscatterv
                    Gather Gatherv Igather Igatherv
                    Alltoall Alltoallv Alltoallw Ialltoall Ialltoallv Ialltoallw
                    Neighbor_alltoall Neighbor_alltoallv Ineighbor_alltoall Ineighbor_alltoallv
                    Allgather Allgatherv Iallgather Iallgatherv
                    Neighbor_allgather Neighbor_allgatherv
                    Ineighbor_allgather Ineighbor_allgatherv
                    Test Testall Testany Testsome Wait Waitall Waitany Waitsome
                    Barrier Ibarrier
                    """
                            .strip()
                            .split("\\s+"));

    /** What the PML counts under other names. */
    private static final Map<String, String> OF_PML =
            Map.of(
                    "UNEXPECTED", "pml_ob1_unexpected",
                    "OUT_OF_SEQUENCE", "pml_ob1_out_of_sequence");

    private SoftwareCounters() {}

    /** Returns those that this process has. */
    static List<Counter> of(Stack stack) {
        List<Counter> all = new ArrayList<>();
        for (Counter counter : stack.counters().all()) {
            OF_PML.forEach((name, known) -> {
                if (known.equals(counter.name())) {
                    all.add(counter(name, counter.help(), counter.value()));
                }
            });
        }
        Observation observation = Observation.chosen();
        if (observation != null) {
            for (String call : CALLS) {
                String function = "MPI_" + call;
                all.add(
                        counter(
                                call.toUpperCase(Locale.ROOT),
                                "calls of " + function,
                                () -> calls(observation, function)));
            }
            all.add(
                    counter(
                            "BYTES_SENT_USER",
                            "bytes that the program has sent point to point",
                            observation::sent));
            all.add(
                    counter(
                            "BYTES_SENT_MPI",
                            "bytes that the library has sent, for collectives, windows and files",
                            () -> Math.max(0, sentBytes(stack) - observation.sent())));
        }
        return all;
    }

    private static Counter counter(String name, String help, LongSupplier value) {
        return new Counter(PREFIX + name, help, Kind.SUM, value);
    }

    private static long calls(Observation observation, String function) {
        long sum = 0;
        for (CallLog log : observation.logs()) {
            CallStats stats = log.calls.get(function);
            sum += stats == null ? 0 : stats.calls;
        }
        return sum;
    }

    private static long sentBytes(Stack stack) {
        long[] sum = new long[1];
        stack.pml().traffic((_, _, exchanged) -> sum[0] += exchanged.sentBytes());
        return sum[0];
    }
}
