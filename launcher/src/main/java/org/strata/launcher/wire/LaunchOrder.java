package org.strata.launcher.wire;

import org.strata.launcher.cli.JobRequest.Api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a daemon starts.
 *
 * @param universeSize the slots of the job
 * @param federation the name of the job's federation
 * @param base what is added to the numbers of the job's processes
 * @param first number of the first rank of the world that is started
 * @param parent number of the process that spawns this world, or -1
 * @param places where each rank of the job runs, as far as it has been started; the last one is the
 *     last of this world
 * @param programs the programs
 * @param ranks the ranks of this node
 * @param mergeErrors whether stderr goes where stdout goes
 * @param quietBinding whether a refused binding is ignored in silence
 * @param api the package mpi that java programs get; null: the one on their class path
 */
public record LaunchOrder(
        int universeSize,
        String federation,
        int base,
        int first,
        int parent,
        List<RankPlace> places,
        List<NodeProgram> programs,
        List<NodeRank> ranks,
        boolean mergeErrors,
        boolean quietBinding,
        Api api) {
    /** Stands for the processors of a rank that its host binds to a core that it finds free. */
    public static final String FREE_CORE = "free";

    private static final int LEAST = 4 * Integer.BYTES;

    /**
     * Where a rank runs.
     *
     * @param host name of its host in the job
     * @param localRank its index among the ranks of the host
     * @param program index of its program
     */
    public record RankPlace(String host, int localRank, int program) {}

    /**
     * A program.
     *
     * @param command it and its arguments, as the user wrote them
     * @param directory its working directory
     * @param asked whether the user named the directory
     * @param path folders where it is looked for before those of PATH, with colons between them;
     *     empty for none
     * @param environment its variables; those that mean a host are that host's own
     */
    public record NodeProgram(
            List<String> command,
            String directory,
            boolean asked,
            String path,
            Map<String, String> environment) {}

    /**
     * A rank to start.
     *
     * @param rank its number
     * @param cpus the processors it is bound to as a list; empty for none; or FREE_CORE
     * @param input whether it gets mpirun's standard input
     * @param debugger the option by which its JVM can be debugged; empty for none
     * @param variables those that it alone has
     */
    public record NodeRank(
            int rank, String cpus, boolean input, String debugger, Map<String, String> variables) {}

    /** Writes the fields. */
    public MessageWriter write(MessageWriter out) {
        out.number(universeSize).text(federation).number(base).number(first).number(parent);
        out.number(places.size());
        for (RankPlace place : places) {
            out.text(place.host()).number(place.localRank()).number(place.program());
        }
        out.number(programs.size());
        for (NodeProgram program : programs) {
            out.texts(program.command()).text(program.directory()).flag(program.asked());
            out.text(program.path()).pairs(program.environment());
        }
        out.number(ranks.size());
        for (NodeRank rank : ranks) {
            out.number(rank.rank()).text(rank.cpus()).flag(rank.input());
            out.text(rank.debugger()).pairs(rank.variables());
        }
        return out.flag(mergeErrors).flag(quietBinding).text(api == null ? "" : api.name());
    }

    /** Reads the fields. */
    public static LaunchOrder read(MessageReader in) {
        int universeSize = in.number();
        String federation = in.text();
        int base = in.number();
        int first = in.number();
        int parent = in.number();
        List<RankPlace> places = new ArrayList<>();
        for (int count = in.count(LEAST - Integer.BYTES); count > 0; count--) {
            places.add(new RankPlace(in.text(), in.number(), in.number()));
        }
        List<NodeProgram> programs = new ArrayList<>();
        for (int count = in.count(LEAST - Integer.BYTES); count > 0; count--) {
            programs.add(new NodeProgram(in.texts(), in.text(), in.flag(), in.text(), in.pairs()));
        }
        List<NodeRank> ranks = new ArrayList<>();
        for (int count = in.count(LEAST - Integer.BYTES); count > 0; count--) {
            ranks.add(new NodeRank(in.number(), in.text(), in.flag(), in.text(), in.pairs()));
        }
        boolean mergeErrors = in.flag();
        boolean quietBinding = in.flag();
        return new LaunchOrder(
                universeSize,
                federation,
                base,
                first,
                parent,
                places,
                programs,
                ranks,
                mergeErrors,
                quietBinding,
                api(in.text()));
    }

    private static Api api(String name) {
        try {
            return name.isEmpty() ? null : Api.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new MessageReader.DamagedException("API " + name);
        }
    }
}
