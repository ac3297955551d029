package nas;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.List;
import java.util.stream.Collectors;

/** What the programs have in common: arguments, the run, and NPB's report. */
abstract class Program {
    /** Relative, of every verified number. */
    private static final double TOLERANCE = 1e-8;

    private static final int STEPS_PER_LINE = 20;

    private final String name;
    private final List<Problem> problems;

    Program(String name, List<Problem> problems) {
        this.name = name;
        this.problems = problems;
    }

    /** Returns what the program does, and how it is called. */
    abstract String usage();

    /** Returns why a problem cannot have so many ranks, or an empty string. */
    abstract String refusal(Problem problem, int ranks);

    abstract Scheme scheme(Comm comm, Problem problem, MpiTimer timer) throws MPIException;

    /** Returns floating point operations of a run, as NPB counts them. */
    abstract double operations(Problem problem);

    final void start(String[] args) throws MPIException {
        MPI.Init(args);
        int status = run(MPI.COMM_WORLD, args);
        MPI.Finalize();
        if (status != 0) {
            System.exit(status);
        }
    }

    private int run(Comm comm, String[] args) throws MPIException {
        boolean speaker = comm.getRank() == 0;
        if (args.length == 1 && args[0].equals("--help")) {
            if (speaker) {
                System.out.print(usage());
            }
            return 0;
        }
        for (Problem problem : problems) {
            if (args.length == 1 && args[0].equalsIgnoreCase(problem.name())) {
                String refusal = refusal(problem, comm.getSize());
                if (refusal.isEmpty()) {
                    return benchmark(comm, problem, new Report(comm, name, problem));
                }
                return complain(speaker, refusal);
            }
        }
        String given = args.length == 0 ? "nothing" : "'" + String.join(" ", args) + "'";
        String classes = problems.stream().map(Problem::name).collect(Collectors.joining(", "));
        return complain(
                speaker, "needs one class of " + classes + ", not " + given + "; try --help");
    }

    private int complain(boolean speaker, String text) {
        if (speaker) {
            System.err.println(getClass().getSimpleName() + ": " + text);
        }
        return 2;
    }

    private int benchmark(Comm comm, Problem problem, Report report) throws MPIException {
        report.head();
        MpiTimer timer = new MpiTimer();
        Scheme scheme = scheme(comm, problem, timer);

        // One step that is not timed touches all code and data.
        scheme.start();
        scheme.step();
        scheme.start();
        timer.reset();

        comm.barrier();
        double start = MPI.wtime();
        for (int step = 1; step <= problem.steps(); step++) {
            if (step % STEPS_PER_LINE == 0 || step == 1 || step == problem.steps()) {
                report.say(" Time step %4d%n", step);
            }
            scheme.step();
        }
        double[] seconds = {MPI.wtime() - start, timer.seconds()};
        double[] most = new double[1];
        comm.allReduce(seconds, most, 1, MPI.DOUBLE, MPI.MAX);
        comm.allReduce(seconds, 2, MPI.DOUBLE, MPI.SUM);

        double[] error = scheme.error();
        double[] residual = scheme.residual();
        double[] surface = scheme.surface();
        report.say("%n Verification being performed for class %s%n", problem.name());
        report.say(" accuracy setting for epsilon = %20.13E%n", TOLERANCE);
        boolean right =
                report.compare("RMS-norms of residual", residual, problem.residual(), TOLERANCE)
                        & report.compare(
                                "RMS-norms of solution error", error, problem.error(), TOLERANCE)
                        & report.compare("surface integral", surface, problem.surface(), TOLERANCE);
        report.foot(right, most[0], seconds[1] / seconds[0], operations(problem));
        return right ? 0 : 1;
    }
}
