package org.strata.launcher.report;

import java.util.List;

/**
 * A job as its report shows it.
 *
 * @param header what mpirun knows
 * @param numbers what the ranks have counted
 * @param missing lines about ranks and hosts whose numbers are missing
 * @param efficiency how the time was used
 * @param verdict what stands out
 */
record JobReport(
        JobHeader header,
        JobNumbers numbers,
        List<String> missing,
        Efficiency efficiency,
        List<Verdict.Finding> verdict) {
    static JobReport of(JobHeader header, JobNumbers numbers, List<String> missing) {
        Efficiency efficiency = Efficiency.of(numbers.rows());
        return new JobReport(
                header, numbers, missing, efficiency, Verdict.of(header, numbers, efficiency));
    }

    /** Returns the first line of every form. */
    String title() {
        int hosts = header.processors().size();
        return "job "
                + header.job()
                + ": "
                + header.ranks()
                + (header.ranks() == 1 ? " rank" : " ranks")
                + " on "
                + hosts
                + (hosts == 1 ? " host, " : " hosts, ")
                + (numbers.rows().isEmpty()
                        ? ""
                        : Amounts.time(efficiency.nanos()) + " (MPI.Init to MPI.Finalize), ")
                + header.ended();
    }
}
