package mpi;

import org.strata.mca.base.InfoFacts;
import org.strata.mca.base.Parameter;
import org.strata.mca.base.Printable;
import org.strata.mca.base.Stack;
import org.strata.mca.ess.NumbersDesk;
import org.strata.mca.proc.Proc;
import org.strata.opal.report.ReportMaker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Makes the report of a job that no mpirun of ours has started, in the process that keeps the
 * numbers of its ranks. Tier 3.
 */
final class GuestReporter implements NumbersDesk.Reporter {
    private static final int FAILURE = 1;

    private final Stack stack;
    private final ReportMaker.Report report;

    private GuestReporter(Stack stack, ReportMaker.Report report) {
        this.stack = stack;
        this.report = report;
    }

    /**
     * Begins the report, if this process makes it. A file that cannot be written ends the job
     * before it has begun.
     */
    static void openIfKept(Stack stack) {
        NumbersDesk desk = stack.environment().numbers();
        if (desk == null || !desk.keeps()) {
            return;
        }
        String file = stack.parameters().section("mpi").text("report");
        ReportMaker maker =
                ServiceLoader.load(ReportMaker.class, GuestReporter.class.getClassLoader())
                        .findFirst()
                        .orElse(null);
        if (maker == null) {
            stack.output().warn("mpi_report has no effect: this distribution makes no reports.");
            return;
        }
        try {
            desk.reportBy(
                    new GuestReporter(stack, maker.begin(file, Path.of("").toAbsolutePath())));
        } catch (IOException e) {
            String why = "The file of mpi_report cannot be written: " + e.getMessage();
            stack.environment().abort(FAILURE, why + "\nThe job ends before it has begun.");
        }
    }

    @Override
    public void report(Map<Integer, byte[]> numbers, String ended) {
        try {
            List<String> parameters =
                    stack.parameters().describe().stream()
                            .filter(Parameter::isSet)
                            .map(one ->
                                    one.name() + " = " + one.value() + " (" + one.origin() + ")")
                            .toList();
            ReportMaker.Job job =
                    new ReportMaker.Job(
                            stack.environment().jobId(),
                            InfoFacts.runningProgram(),
                            stack.environment().procs().stream().map(Proc::host).toList(),
                            numbers,
                            ended,
                            parameters);
            for (String line : report.write(job)) {
                System.err.println(Printable.text(line));
            }
        } catch (RuntimeException | LinkageError e) {
            stack.output().warn("There is no report of the job: " + e);
        }
    }
}
