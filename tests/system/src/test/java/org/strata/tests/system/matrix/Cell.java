package org.strata.tests.system.matrix;

import org.strata.tests.system.JobRunner;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One job: a program, and one value of each dimension.
 *
 * @param pml ob1 or tupleq
 * @param mode of the software adapter, inline or engine
 * @param queues where messages are received
 * @param fast design of the rings, or off
 */
record Cell(
        Workload program,
        Limits limits,
        Protocol protocol,
        String pml,
        String mode,
        Queues queues,
        String fast,
        int ranks) {
    static final String OB1 = "ob1";
    static final String TUPLEQ = "tupleq";

    /** Values of the dimension fast. */
    static final List<String> FAST =
            List.of(
                    "off",
                    "fixed_top",
                    "fixed_bottom",
                    "variable_top",
                    "variable_bottom",
                    "fixed_guarded");

    /** Returns the value of each dimension, as filters and reports name them. */
    Map<String, String> values() {
        Map<String, String> values = new TreeMap<>();
        values.put("program", program.name().toLowerCase(Locale.ROOT));
        values.put("limits", limits.name().toLowerCase(Locale.ROOT));
        values.put("protocol", protocol.value());
        values.put("pml", pml);
        values.put("mode", mode);
        values.put("queues", queues.value());
        values.put("fast", fast);
        values.put("ranks", Integer.toString(ranks));
        return values;
    }

    /** Returns the same cell with another protocol and PML. */
    Cell with(Protocol otherProtocol, String otherPml) {
        return new Cell(program, limits, otherProtocol, otherPml, mode, queues, fast, ranks);
    }

    /** Returns the words of the command, without mpirun itself. */
    List<String> words() {
        List<String> words = new ArrayList<>(List.of("-np", "" + ranks, "--oversubscribe"));
        List<String> parameters = new ArrayList<>();
        parameters.addAll(List.of("pml", pml));
        parameters.addAll(List.of("btl", "self,openib"));
        parameters.addAll(List.of("btl_openib_provider", "soft"));
        parameters.addAll(List.of("verbs_soft_mode", mode));
        parameters.addAll(queues.parameters());
        addTurns(parameters);
        if (fast.equals("off")) {
            parameters.addAll(List.of("btl_openib_use_eager_rdma", "0"));
        } else {
            parameters.addAll(List.of("btl_openib_use_eager_rdma", "1"));
            parameters.addAll(List.of("btl_openib_eager_rdma_threshold", "1"));
            parameters.addAll(List.of("btl_openib_eager_rdma_layout", fast));
        }
        parameters.addAll(List.of("pml_ob1_rdma_protocol", protocol.value()));
        parameters.addAll(List.of("mpi_spc_dump_enabled", "1"));
        parameters.addAll(limits.parameters(queues));
        parameters.addAll(program.parameters(limits));
        for (int i = 0; i < parameters.size(); i += 2) {
            words.addAll(List.of("--mca", parameters.get(i), parameters.get(i + 1)));
        }
        words.addAll(program.command(limits));
        return words;
    }

    /** What is no dimension of its own: each value meets all values of the others. */
    private void addTurns(List<String> parameters) {
        int turn = program.ordinal() + limits.ordinal() + protocol.ordinal();
        parameters.addAll(List.of("btl_openib_srq_credits", turn % 2 == 0 ? "demand" : "share"));
        boolean datagrams = (turn + ranks / 2) % 3 == 0;
        parameters.addAll(List.of("btl_openib_first_contact", datagrams ? "ud" : "rc"));
        boolean handOver = (turn + ranks / 4) % 2 == 0;
        parameters.addAll(List.of("pml_tupleq_wildcard", handOver ? "handover" : "fallback"));
    }

    /** Runs the job and checks what it gave. */
    void run() {
        JobRunner job = JobRunner.mpirun(words().toArray(String[]::new));
        program.check(this, job.in(JobRunner.root()).atMost(program.limitSeconds()).run());
    }

    /** Returns the command that repeats it, from the root of the source tree. */
    String command() {
        return "./mpirun " + String.join(" ", words());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        values().forEach((name, value) -> text.append(name).append('=').append(value).append(' '));
        return text.toString().strip();
    }
}
