package org.strata.launcher.report;

import org.strata.mca.base.InfoFacts;
import org.strata.opal.report.NumbersCodec;
import org.strata.opal.report.NumbersCodec.DamagedException;
import org.strata.opal.report.ReportMaker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes reports of jobs that other launchers have started, in their rank 0. */
public final class GuestReport implements ReportMaker {
    /** The highest number of a processor that is believed. */
    private static final int PROCESSORS = 1 << 16;

    @Override
    public Report begin(String file, Path directory) throws IOException {
        ReportTarget target = ReportTarget.named(file, directory);
        String started = ReportCollector.time(Instant.now());
        return job -> write(job, target, started);
    }

    private static List<String> write(Job job, ReportTarget target, String started) {
        ReportCollector collector = new ReportCollector(target);
        Map<String, BitSet> processors = new LinkedHashMap<>();
        for (int rank = 0; rank < job.hosts().size(); rank++) {
            String host = job.hosts().get(rank);
            byte[] numbers = job.numbers().get(rank);
            collector.add(rank, host, numbers);
            processors.computeIfAbsent(host, any -> new BitSet()).or(cpus(numbers));
        }
        Map<String, Integer> counts = new TreeMap<>();
        processors.forEach((host, set) -> counts.put(host, set.cardinality()));
        return collector.finish(
                new ReportCollector.Facts(
                        job.id(),
                        started,
                        InfoFacts.installedVersion(),
                        job.command(),
                        job.hosts().size(),
                        0,
                        job.ended(),
                        counts,
                        job.parameters()));
    }

    /** Returns the processors that a rank may use, as far as it is known. */
    private static BitSet cpus(byte[] numbers) {
        BitSet cpus = new BitSet();
        try {
            String list =
                    numbers == null
                            ? ""
                            : NumbersCodec.decode(numbers).facts().getOrDefault("cpus", "");
            for (String range : list.isEmpty() ? new String[0] : list.split(",")) {
                String[] ends = range.split("-", 2);
                int first = Integer.parseInt(ends[0]);
                int last = Integer.parseInt(ends[ends.length - 1]);
                cpus.set(first, Math.max(first, Math.min(last, PROCESSORS)) + 1);
            }
        } catch (DamagedException | RuntimeException e) {
            cpus.clear();
        }
        return cpus;
    }
}
