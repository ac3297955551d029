package org.strata.launcher.ras;

import org.strata.launcher.cli.UsageException;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Expands Slurm's counts per node: {@code 3,1(x2)} stands for 3, 1, 1. */
final class TaskCounts {
    private static final Pattern COUNT = Pattern.compile("(\\d{1,7})(?:\\(x(\\d{1,5})\\))?");

    private TaskCounts() {}

    static List<Integer> expand(String text, String variable) throws UsageException {
        List<Integer> counts = new ArrayList<>();
        for (String word : text.strip().split(",", -1)) {
            Matcher matcher = COUNT.matcher(word);
            if (!matcher.matches()) {
                throw new UsageException("Not a list of counts: " + variable + " = " + text);
            }
            int times = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
            int count = HostFile.positive(matcher.group(1), variable + " = " + text);
            for (int i = 0; i < times && counts.size() <= Allocation.LIMIT; i++) {
                counts.add(count);
            }
        }
        return counts;
    }
}
