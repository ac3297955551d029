package org.strata.launcher.cli;

import org.strata.mca.base.Ignored;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the user asked for.
 *
 * @param programs the programs, in rank order; at least one
 * @param api the package {@code mpi} that Java programs get; null: the one that their class path
 *     names
 * @param parameters parameters of all programs, by flat name
 * @param parameterFiles values of {@code --am}, {@code --tune} and {@code --profile}, the strongest
 *     first
 * @param mapping where to run
 * @param binding what to bind to
 * @param output what to do with the processes' output
 * @param stdin who gets standard input
 * @param timeout when to end the job, or null
 * @param debuggers the ranks that can be debugged
 * @param report what to print when the time is up
 * @param measurement the report of how the job has used its time
 * @param planOnly whether to check and print, but to start nothing
 * @param pidFile where mpirun writes its process number: a file, - for stdout, + for stderr, or
 *     null
 * @param naming how the job is connected to others
 * @param ignored options given that have no effect
 * @param warnings what the user is told about the options, such as deprecated spellings
 * @param chatter how much mpirun prints itself
 */
public record JobRequest(
        List<AppContext> programs,
        Api api,
        Map<String, String> parameters,
        List<String> parameterFiles,
        Mapping mapping,
        Binding binding,
        OutputOptions output,
        Stdin stdin,
        Duration timeout,
        Debuggers debuggers,
        Report report,
        Measurement measurement,
        boolean planOnly,
        String pidFile,
        Naming naming,
        Ignored ignored,
        List<String> warnings,
        Chatter chatter) {

    /** The two packages {@code mpi}, each in a jar with all of Strata. */
    public enum Api {
        /** Open MPI's Java bindings. */
        MPI("mpi.jar"),
        /** MPJ Express and mpiJava. */
        MPJ("mpj.jar");

        private final String jar;

        Api(String jar) {
            this.jar = jar;
        }

        /** Returns the name of its jar in a distribution. */
        public String jar() {
            return jar;
        }
    }

    /**
     * Where to run.
     *
     * @param hosts values of {@code --host}
     * @param hostfiles values of {@code --hostfile}
     * @param programHosts the hosts of each program with commas between them, as {@code --host} and
     *     {@code --hostfile} before it name them; empty for any of the job's
     * @param perResource processes per host, or per part of it, or 0
     * @param resource the part of the host; NONE is all of it
     * @param oversubscription whether more processes than slots are accepted
     * @param cpus the processors to use as a list of the kernel's, or null for all
     * @param display whether to print the map
     * @param displayAllocation whether to print the slots
     * @param placement in which order hosts and their parts are used
     */
    public record Mapping(
            List<String> hosts,
            List<Path> hostfiles,
            List<String> programHosts,
            int perResource,
            BindTarget resource,
            Oversubscription oversubscription,
            String cpus,
            boolean display,
            boolean displayAllocation,
            Placement placement) {}

    /**
     * In which order hosts and their parts are used. The parts are those of {@link
     * Mapping#resource}.
     *
     * @param by what is used one after the other
     * @param span whether the parts of all hosts count as those of one
     * @param nolocal whether mpirun's own host is left out
     * @param threads whether a rank file counts hardware threads instead of cores
     * @param ranking how ranks are numbered
     * @param file the file of a rank file or of {@code seq}, or null
     */
    public record Placement(
            MapPolicy by,
            boolean span,
            boolean nolocal,
            boolean threads,
            Ranking ranking,
            Path file) {}

    /** What {@code --map-by} names. */
    public enum MapPolicy {
        /** All slots of a host, then those of the next. */
        SLOT,
        /** One process per host in turn. */
        NODE,
        /** As SLOT, and on a host one process per part in turn. */
        OBJECT,
        /** A number of processes per part. */
        PPR,
        /** One process per line of the host file. */
        SEQ,
        /** Host and processors of each rank by a file. */
        RANKFILE
    }

    /** How the processes that have their places are numbered. */
    public enum Ranking {
        /** As the mapping suggests: NODE for itself, FILL for the others. */
        UNSAID,
        /** Host by host, in the order in which places were found. */
        SLOT,
        /** One of each host in turn. */
        NODE,
        /** Part by part of each host. */
        FILL,
        /** One of each part of a host in turn, host by host. */
        OBJECT,
        /** One of each part of all hosts in turn. */
        SPAN
    }

    /**
     * What to print when the time is up.
     *
     * @param state what each rank does
     * @param stacks the stacks of its Java threads
     */
    public record Report(boolean state, boolean stacks) {}

    /**
     * The report of how the job has used its time.
     *
     * @param wanted whether there is a report
     * @param file where the report goes; null for the summary alone
     * @param timeline where the timeline goes; null for none
     */
    public record Measurement(boolean wanted, Path file, Path timeline) {}

    /**
     * How the job is connected to others.
     *
     * @param report where mpirun, as a name server, reports its URI: a file, - for stdout, + for
     *     stderr; null if it is none
     * @param server the name server: a URI, file:FILE or a process number; null for none
     * @param patience how long to wait for a name server that is not there yet
     */
    public record Naming(String report, String server, Duration patience) {}

    /** Whether more processes than slots are accepted. */
    public enum Oversubscription {
        /**
         * Not said: slots that somebody counted are respected, slots guessed from cores are not.
         */
        UNSAID,
        /** {@code --oversubscribe}. */
        ALLOWED,
        /** {@code --nooversubscribe}. */
        REFUSED
    }

    /**
     * What to bind to.
     *
     * @param target kind of processor set
     * @param width cores per rank, if the target is a core
     * @param report whether to print the bindings
     * @param overload whether several ranks may share a set without a word
     * @param optional whether a refused binding is ignored in silence
     * @param byDefault whether the user leaves it to each host to bind its ranks to free cores; the
     *     target is NONE then
     */
    public record Binding(
            BindTarget target,
            int width,
            boolean report,
            boolean overload,
            boolean optional,
            boolean byDefault) {}

    /** Kinds of processor sets. */
    public enum BindTarget {
        /** Run anywhere. */
        NONE("none"),
        /** One core with all its hardware threads. */
        CORE("core"),
        /** One hardware thread. */
        HWTHREAD("hwthread"),
        /** The processors that share a third-level cache. */
        L3CACHE("l3cache"),
        /** The processors of a memory node. */
        NUMA("numa"),
        /** The processors of a package (socket). */
        PACKAGE("package");

        private final String word;

        BindTarget(String word) {
            this.word = word;
        }

        /** Returns its name as users write it. */
        public String word() {
            return word;
        }

        /** Returns whether it has no room for a second rank. */
        public boolean single() {
            return this == CORE || this == HWTHREAD;
        }
    }

    /**
     * What to do with the processes' output.
     *
     * @param tag whether lines start with job and rank
     * @param timestamp whether lines start with the time
     * @param merge whether stderr goes where stdout goes
     * @param directory where to copy it, or null
     * @param copy whether it also goes to mpirun's own streams when there is a directory
     * @param jobFolder whether the directory gets a folder per job
     * @param xml whether it is one document in XML
     * @param xmlFile where that goes, or null for mpirun's standard output
     */
    public record OutputOptions(
            boolean tag,
            boolean timestamp,
            boolean merge,
            Path directory,
            boolean copy,
            boolean jobFolder,
            boolean xml,
            Path xmlFile) {}

    /**
     * Who gets standard input.
     *
     * @param all whether every rank gets it
     * @param rank the one rank that gets it, or -1
     */
    public record Stdin(boolean all, int rank) {
        /** Returns whether a rank gets it. */
        public boolean goesTo(int candidate) {
            return all || candidate == rank;
        }
    }

    /** How much mpirun prints itself. */
    public enum Chatter {
        /** Errors only. */
        QUIET,
        /** Errors and warnings. */
        NORMAL,
        /** What it does, too. */
        VERBOSE
    }
}
