package org.strata.launcher.cli;

import static org.strata.launcher.cli.Switch.Scope.JOB;
import static org.strata.launcher.cli.Switch.Scope.PROGRAM;

import java.util.List;

/** The options of mpirun as data. Names are Open MPI's; the first name of a row is its key. */
final class OptionTable {
    private static final List<String> FLAG = List.of();

    static final List<Switch> ROWS =
            List.of(
                    new Switch(
                            List.of("np", "n", "c"),
                            List.of("N"),
                            PROGRAM,
                            "launch",
                            "Number of processes; without it one per slot"),
                    new Switch(
                            List.of("app"),
                            List.of("FILE"),
                            JOB,
                            "launch",
                            "Read the programs from a file, one per line with its options"),
                    new Switch(
                            List.of("wdir", "wd"),
                            List.of("DIR"),
                            PROGRAM,
                            "launch",
                            "Working directory of the processes"),
                    new Switch(
                            List.of("path"),
                            List.of("DIRS"),
                            PROGRAM,
                            "launch",
                            "Directories in which the program is looked for before PATH"),
                    new Switch(
                            List.of("api"),
                            List.of("mpi|mpj"),
                            JOB,
                            "launch",
                            "The package mpi of Java programs: that of Open MPI's bindings"
                                    + " (default), or that of MPJ Express and mpiJava"),
                    new Switch(
                            List.of("timeout"),
                            List.of("SECONDS"),
                            JOB,
                            "launch",
                            "End the job after this time, with exit code 110 (also"
                                    + " MPIEXEC_TIMEOUT)"),
                    new Switch(
                            List.of("allow-run-as-root"),
                            FLAG,
                            JOB,
                            "launch",
                            "Accepted for compatibility; root may always run jobs"),
                    new Switch(
                            List.of("x"),
                            List.of("VAR[=VALUE]"),
                            PROGRAM,
                            "environment",
                            "Export an environment variable to the processes; may be repeated"),
                    new Switch(
                            List.of("mca"),
                            List.of("NAME", "VALUE"),
                            PROGRAM,
                            "parameters",
                            "Set a parameter; before a later program it holds for that program"),
                    new Switch(
                            List.of("gmca"),
                            List.of("NAME", "VALUE"),
                            PROGRAM,
                            "parameters",
                            "Set a parameter for all programs"),
                    new Switch(
                            List.of("am", "tune"),
                            List.of("FILE[,FILE...]"),
                            JOB,
                            "parameters",
                            "Read parameters from files"),
                    new Switch(
                            List.of("profile"),
                            List.of("NAME"),
                            JOB,
                            "parameters",
                            "Read parameters from a profile of conf/profiles"),
                    new Switch(
                            List.of("H", "host"),
                            List.of("HOST[:N],..."),
                            PROGRAM,
                            "mapping",
                            "Hosts to run on, with N slots each; inside an allocation, which of its"
                                    + " hosts to use"),
                    new Switch(
                            List.of("hostfile", "machinefile"),
                            List.of("FILE"),
                            PROGRAM,
                            "mapping",
                            "File of hosts, one per line: HOST [slots=N] [max_slots=M]"),
                    new Switch(
                            List.of("default-hostfile"),
                            List.of("FILE"),
                            JOB,
                            "mapping",
                            "Hosts where neither an option nor a resource manager names any; none"
                                    + " for this host"),
                    new Switch(
                            List.of("N"),
                            List.of("N"),
                            JOB,
                            "mapping",
                            "Number of processes per host"),
                    new Switch(
                            List.of("map-by"),
                            List.of("OBJECT[:MOD,...]"),
                            JOB,
                            "mapping",
                            "slot, node, core, hwthread, l3cache, numa, package, seq,"
                                    + " ppr:N:OBJECT (N per node, package and so on) or"
                                    + " rankfile:file=FILE; modifiers PE=N (bind each rank to N"
                                    + " cores), span, nolocal, oversubscribe, nooversubscribe"),
                    new Switch(
                            List.of("rank-by"),
                            List.of("OBJECT"),
                            JOB,
                            "mapping",
                            "How the mapped processes are numbered: slot, node, fill or span"),
                    new Switch(
                            List.of("oversubscribe"),
                            FLAG,
                            JOB,
                            "mapping",
                            "Accept any number of processes"),
                    new Switch(
                            List.of("nooversubscribe"),
                            FLAG,
                            JOB,
                            "mapping",
                            "Accept no more processes than slots"),
                    new Switch(
                            List.of("nolocal"),
                            FLAG,
                            JOB,
                            "mapping",
                            "Start no process on the host of mpirun"),
                    new Switch(
                            List.of("use-hwthread-cpus"),
                            FLAG,
                            JOB,
                            "mapping",
                            "Accepted for compatibility; every usable hardware thread is a slot"),
                    new Switch(
                            List.of("display-map"),
                            FLAG,
                            JOB,
                            "mapping",
                            "Print which rank runs where before the start"),
                    new Switch(
                            List.of("bind-to"),
                            List.of("OBJECT"),
                            JOB,
                            "binding",
                            "none, hwthread, core, l3cache, numa, package, socket or"
                                    + " cpu-list:ordered (the processors of --cpu-set one by one);"
                                    + " with :overload-allowed, :if-supported. Without it the"
                                    + " thread of MPI.Init, to a core, where each rank has a free"
                                    + " one"),
                    new Switch(
                            List.of("report-bindings"),
                            FLAG,
                            JOB,
                            "binding",
                            "Print the processors each rank is bound to"),
                    new Switch(
                            List.of("tag-output"),
                            FLAG,
                            JOB,
                            "output",
                            "Start every line with [job,rank]<stdout>: or <stderr>:"),
                    new Switch(
                            List.of("timestamp-output"),
                            FLAG,
                            JOB,
                            "output",
                            "Start every line with the time"),
                    new Switch(
                            List.of("xml"),
                            FLAG,
                            JOB,
                            "output",
                            "Print the output, and what mpirun says, as one XML document:"
                                    + " <stdout rank=\"0\">text&#010;</stdout>"),
                    new Switch(
                            List.of("xml-file"),
                            List.of("FILE"),
                            JOB,
                            "output",
                            "Write the document of --xml to a file"),
                    new Switch(
                            List.of("output"),
                            List.of("WORD[,WORD...]"),
                            JOB,
                            "output",
                            "tag, timestamp, xml, merge, dir=DIR, nocopy, nojobid"),
                    new Switch(
                            List.of("output-filename"),
                            List.of("DIR[:nocopy,nojobid]"),
                            JOB,
                            "output",
                            "Copy output to DIR/1/rank.N/stdout and stderr; %r, %h, %j in DIR:"
                                    + " rank, host, job"),
                    new Switch(
                            List.of("merge-stderr-to-stdout"),
                            FLAG,
                            JOB,
                            "output",
                            "Each process's stderr goes where its stdout goes"),
                    new Switch(
                            List.of("q", "quiet"),
                            FLAG,
                            JOB,
                            "output",
                            "No messages of mpirun's own except errors"),
                    new Switch(
                            List.of("v", "verbose"), FLAG, JOB, "output", "Say what mpirun does"),
                    new Switch(
                            List.of("stdin"),
                            List.of("RANK|all|none"),
                            JOB,
                            "input",
                            "Who gets mpirun's standard input; the default is rank 0"),
                    new Switch(
                            List.of("cpu-set", "cpu-list"),
                            List.of("CPUS"),
                            JOB,
                            "binding",
                            "Processors that the job may use, such as 0-3,8; each is a slot"),
                    new Switch(
                            List.of("display"),
                            List.of("WORD[,WORD...]"),
                            JOB,
                            "mapping",
                            "Print before the start: map, bind, allocation"),
                    new Switch(
                            List.of("display-allocation"),
                            FLAG,
                            JOB,
                            "mapping",
                            "Print the hosts and their slots before the start"),
                    new Switch(
                            List.of("report"),
                            List.of("[=FILE]"),
                            JOB,
                            "output",
                            "Measure the job; print behind it where its time went, who waited for"
                                + " whom, and what to try. FILE gets the whole report: a page"
                                + " (.html), numbers for programs and mpi_report (.json) or this"
                                + " summary (.txt)"),
                    new Switch(
                            List.of("timeline"),
                            List.of("FILE"),
                            JOB,
                            "output",
                            "Write calls, waits and regions of all ranks that took 20 us or longer"
                                + " to FILE, for Perfetto (.pftrace) or also Chrome (.json), .gz"
                                + " behind that packs it; clocks of hosts are aligned, with the"
                                + " error said"),
                    new Switch(
                            List.of("report-state-on-timeout"),
                            FLAG,
                            JOB,
                            "launch",
                            "Print what each rank waits for when --timeout ends the job"),
                    new Switch(
                            List.of("get-stack-traces"),
                            FLAG,
                            JOB,
                            "launch",
                            "Print that and the stacks of Java ranks when --timeout ends the job"),
                    new Switch(
                            List.of("do-not-launch"),
                            FLAG,
                            JOB,
                            "launch",
                            "Check options and parameters, print what --display asks for, start"
                                    + " nothing"),
                    new Switch(
                            List.of("check"),
                            FLAG,
                            JOB,
                            "debug",
                            "Find mistakes that are silent otherwise: other types, roots or"
                                    + " lengths than the other side's, data changed while they are"
                                    + " sent (parameter mpi_check); slows the job down"),
                    new Switch(
                            List.of("jdwp"),
                            List.of("PORT[,suspend][,rank=LIST]"),
                            JOB,
                            "debug",
                            "Have the JVM of rank r wait for a debugger on port PORT + r of its"
                                    + " host's loopback interface; suspend: before its first"
                                    + " instruction; rank: of these only, such as rank=0,4-7"),
                    new Switch(
                            List.of("report-pid"),
                            List.of("FILE|-|+"),
                            JOB,
                            "launch",
                            "Write mpirun's process number to a file, to stdout (-) or to stderr"
                                    + " (+)"),
                    new Switch(
                            List.of("report-uri"),
                            List.of("FILE|-|+"),
                            JOB,
                            "launch",
                            "Be a name server, by which processes of other mpiruns connect to those"
                                    + " of this one; write its URI to a file (with its secret, for"
                                    + " the owner only), to stdout (-) or to stderr (+)"),
                    new Switch(
                            List.of("ompi-server"),
                            List.of("URI|file:FILE|PID"),
                            JOB,
                            "launch",
                            "Use the name server of another mpirun, named by its URI, by the file"
                                    + " of its --report-uri, or by its process number"),
                    new Switch(
                            List.of("wait-for-server"),
                            FLAG,
                            JOB,
                            "launch",
                            "Wait for the name server when it is not there yet"),
                    new Switch(
                            List.of("server-wait-time"),
                            List.of("SECONDS"),
                            JOB,
                            "launch",
                            "How long --wait-for-server waits; the default is 10"),
                    new Switch(List.of("V", "version"), FLAG, JOB, "general", "Print the version"),
                    new Switch(
                            List.of("h", "help"),
                            List.of(),
                            JOB,
                            "general",
                            "Print help, on a topic when one follows"));

    private OptionTable() {}

    /** Returns all names. */
    static List<String> names() {
        return ROWS.stream().flatMap(row -> row.names().stream()).toList();
    }

    /** Returns the row that has a name, or null. */
    static Switch find(String name) {
        for (Switch row : ROWS) {
            if (row.names().contains(name)) {
                return row;
            }
        }
        return null;
    }
}
