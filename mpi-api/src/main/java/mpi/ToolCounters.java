package mpi;

import org.strata.mca.base.Stack;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.mca.proc.Proc;
import org.strata.opal.counters.Counters.Counter;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The performance variables: four of Open MPI's that have a value for each member of a
 * communicator, and the counters of the stack. Variables that have been there stay. Any thread.
 */
final class ToolCounters {
    private static final Map<String, Tool.Pvar> ALL = new LinkedHashMap<>();

    /** Reads a variable while MPI runs. */
    @FunctionalInterface
    interface Source {
        /**
         * @param comm what the variable is bound to; null if to nothing
         * @return a value, or one for each member of the communicator
         */
        long[] read(MpiRuntime runtime, CommContext comm) throws MPIException;
    }

    private ToolCounters() {}

    /** Returns the variables that are known by now. */
    static synchronized List<Tool.Pvar> all() {
        if (ALL.isEmpty()) {
            addOfCommunicators();
        }
        MpiRuntime runtime = MpiRuntime.running();
        if (runtime != null && runtime.wired != null) {
            all(runtime.wired).forEach(ToolCounters::add);
        }
        return new ArrayList<>(ALL.values());
    }

    private static List<Counter> all(Stack stack) {
        List<Counter> counters = new ArrayList<>(stack.counters().all());
        counters.addAll(SoftwareCounters.of(stack));
        return counters;
    }

    private static void addOfCommunicators() {
        add(
                "pml_monitoring_messages_count",
                "messages sent to each process of a communicator, on whichever communicator",
                Tool.PvarClass.COUNTER,
                (runtime, comm) -> sent(runtime, comm, Traffic::sent));
        add(
                "pml_monitoring_messages_size",
                "bytes sent to each process of a communicator, on whichever communicator",
                Tool.PvarClass.COUNTER,
                (runtime, comm) -> sent(runtime, comm, Traffic::sentBytes));
        add(
                "pml_ob1_unexpected_msgq_length",
                "messages of each process that wait in a communicator for their receive",
                Tool.PvarClass.LEVEL,
                (runtime, comm) -> queued(runtime, comm, true));
        add(
                "pml_ob1_posted_recvq_length",
                "receives from each process that wait in a communicator for their message; those"
                        + " from any source do not count",
                Tool.PvarClass.LEVEL,
                (runtime, comm) -> queued(runtime, comm, false));
    }

    private static void add(String name, String help, Tool.PvarClass kind, Source source) {
        ALL.put(name, new Tool.Pvar(name, help, kind, true, source));
    }

    private static void add(Counter counter) {
        String name = counter.name();
        if (!ALL.containsKey(name)) {
            Tool.PvarClass kind =
                    switch (counter.kind()) {
                        case SUM -> Tool.PvarClass.COUNTER;
                        case LEVEL -> Tool.PvarClass.LEVEL;
                        case PEAK -> Tool.PvarClass.HIGHWATERMARK;
                    };
            Source source = (runtime, _) -> new long[] {value(runtime.wired, name)};
            ALL.put(name, new Tool.Pvar(name, counter.help(), kind, false, source));
        }
    }

    /** Returns the value of a counter; 0 where this stack has none of that name. */
    private static long value(Stack stack, String name) {
        for (Counter counter : stack == null ? List.<Counter>of() : all(stack)) {
            if (counter.name().equals(name)) {
                return counter.value().getAsLong();
            }
        }
        return 0;
    }

    private static long[] sent(
            MpiRuntime runtime, CommContext comm, ToLongFunction<Traffic> value) {
        IdentityHashMap<Proc, Integer> ranks = new IdentityHashMap<>();
        for (int rank = 0; rank < comm.size(); rank++) {
            ranks.put(comm.peer(rank), rank);
        }
        long[] sums = new long[comm.size()];
        TrafficVisitor adder =
                (_, peer, traffic) -> {
                    Integer rank = ranks.get(peer);
                    if (rank != null) {
                        sums[rank] += value.applyAsLong(traffic);
                    }
                };
        runtime.pml.traffic(adder);
        return sums;
    }

    private static long[] queued(MpiRuntime runtime, CommContext comm, boolean unexpected) {
        long[] messages = new long[comm.size()];
        long[] receives = new long[comm.size()];
        try (var _ = runtime.enter()) {
            runtime.pml.countQueued(comm, messages, receives);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        return unexpected ? messages : receives;
    }
}
