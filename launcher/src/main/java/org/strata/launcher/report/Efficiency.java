package org.strata.launcher.report;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How well a job has used its time: the POP project's model (pop-coe.eu, "POP standard metrics"),
 * from sums per rank. With T the longest time of a rank, U the time outside of MPI and X the time
 * in MPI in which nobody was waited for: parallel efficiency = mean U / T = load balance ·
 * serialisation · transfer, where transfer = (T − mean X) / T and serialisation = max U / (T − mean
 * X). These two are estimates, since a transfer may have been hidden behind a wait; the product is
 * exact.
 *
 * @param nanos T
 * @param parallel mean U / T
 * @param balance mean U / max U
 * @param balanceInHosts the same of the ranks of a host
 * @param balanceOfHosts mean U / most of a host's mean U
 * @param serialisation max U / (T − mean X)
 * @param transfer (T − mean X) / T
 * @param useful ΣU / ΣT of the ranks
 * @param waiting of their time
 * @param moving X of their time
 */
record Efficiency(
        double nanos,
        double parallel,
        double balance,
        double balanceInHosts,
        double balanceOfHosts,
        double serialisation,
        double transfer,
        double useful,
        double waiting,
        double moving) {
    static Efficiency of(List<RankRow> rows) {
        double longest = 0;
        double most = 0;
        double elapsed = 0;
        double useful = 0;
        double waiting = 0;
        double moving = 0;
        Map<String, double[]> hosts = new HashMap<>();
        for (RankRow row : rows) {
            longest = Math.max(longest, (double) row.elapsed());
            most = Math.max(most, (double) row.useful());
            elapsed += row.elapsed();
            useful += row.useful();
            waiting += row.waiting();
            moving += row.transfer();
            double[] host = hosts.computeIfAbsent(row.host(), any -> new double[2]);
            host[0] += row.useful();
            host[1]++;
        }
        if (longest == 0) {
            return new Efficiency(longest, 0, 1, 1, 1, 0, 1, 0, 0, 0);
        }
        double mean = useful / rows.size();
        double rest = longest - moving / rows.size();
        double hostMost = mostOf(hosts.values());
        return new Efficiency(
                longest,
                mean / longest,
                most == 0 ? 1 : mean / most,
                most == 0 ? 1 : hostMost / most,
                most == 0 ? 1 : mean / hostMost,
                rest <= 0 ? 0 : most / rest,
                rest / longest,
                useful / elapsed,
                waiting / elapsed,
                moving / elapsed);
    }

    private static double mostOf(Collection<double[]> hosts) {
        return hosts.stream().mapToDouble(host -> host[0] / host[1]).max().orElse(1);
    }
}
