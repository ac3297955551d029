package org.strata.launcher.job;

import org.strata.ess.own.RankIdentity;
import org.strata.ess.own.ThreadBinding;
import org.strata.launcher.cli.AppContext;
import org.strata.launcher.map.Plan;
import org.strata.launcher.program.Distribution;
import org.strata.launcher.wire.HostVariables;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The environment variables that a rank gets. */
public final class RankEnvironment {
    private final Map<String, String> own;
    private final List<Map<String, String>> parameters;
    private final Plan plan;
    private final boolean guests;

    /**
     * @param own mpirun's environment
     * @param parameters variables that carry the parameters of each program
     * @param plan the job
     * @param guests whether other jobs may connect to this one
     */
    public RankEnvironment(
            Map<String, String> own,
            List<Map<String, String>> parameters,
            Plan plan,
            boolean guests) {
        this.own = own;
        this.parameters = parameters;
        this.plan = plan;
        this.guests = guests;
    }

    /**
     * Returns the environment of a world that is spawned, whose programs have the parameters of the
     * first program of the job.
     */
    RankEnvironment spawned(Plan world) {
        List<Map<String, String>> same =
                Collections.nCopies(world.programs().size(), parameters.getFirst());
        return new RankEnvironment(own, same, world, guests);
    }

    /** Returns mpirun's environment. */
    Map<String, String> own() {
        return Collections.unmodifiableMap(own);
    }

    /** Returns what every rank of a program has before anything of the job is added. */
    public Map<String, String> ofProgram(int program) {
        AppContext context = plan.programs().get(program);
        Map<String, String> variables = new HashMap<>(own);
        variables.keySet().removeIf(OtherLaunchers::use);
        variables.remove(ThreadBinding.PROCESSORS);
        variables.remove(ThreadBinding.JIT);
        variables.remove(Distribution.ADAPTERS);
        variables.remove(RankIdentity.OTHER_HOSTS);
        variables.putAll(parameters.get(program));
        for (String export : context.exports()) {
            int equals = export.indexOf('=');
            if (equals > 0) {
                variables.put(export.substring(0, equals), export.substring(equals + 1));
            } else if (own.containsKey(export)) {
                variables.put(export, own.get(export));
            }
        }
        return variables;
    }

    /** Returns the variables that one rank has and others have not, on whatever host it runs. */
    Map<String, String> ofPlace(Plan.PlannedRank rank) {
        Map<String, String> variables = new HashMap<>();
        variables.put("OMPI_COMM_WORLD_RANK", Integer.toString(rank.number()));
        variables.put("OMPI_COMM_WORLD_SIZE", Integer.toString(plan.size()));
        variables.put("OMPI_COMM_WORLD_LOCAL_RANK", Integer.toString(rank.localRank()));
        int neighbours = plan.ranksOn(rank.host()).size();
        variables.put("OMPI_COMM_WORLD_LOCAL_SIZE", Integer.toString(neighbours));
        variables.put("OMPI_COMM_WORLD_NODE_RANK", Integer.toString(rank.nodeRank()));
        variables.put("OMPI_UNIVERSE_SIZE", Integer.toString(plan.universeSize()));
        variables.put("OMPI_NUM_APP_CTX", Integer.toString(plan.programs().size()));
        variables.put(
                "OMPI_APP_CTX_NUM_PROCS",
                join(IntStream.range(0, plan.programs().size()).map(plan::size)));
        if (guests || plan.hosts().size() > 1) {
            variables.put(RankIdentity.OTHER_HOSTS, "1");
        }
        variables.put("OMPI_FIRST_RANKS", join(plan.firstRanks().stream().mapToInt(i -> i)));
        return variables;
    }

    /**
     * Returns the variables of a program for other hosts: those that mean this host are left out,
     * unless they are asked for.
     */
    Map<String, String> forwarded(int program) {
        Map<String, String> variables = ofProgram(program);
        List<String> asked = plan.programs().get(program).exports();
        variables.keySet().removeIf(name -> HostVariables.own(name) && !isExported(name, asked));
        return variables;
    }

    private static boolean isExported(String name, List<String> exports) {
        return exports.stream()
                .anyMatch(export -> export.equals(name) || export.startsWith(name + "="));
    }

    private static String join(IntStream numbers) {
        return numbers.mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    /** Returns the names that {@code -x} asked for and nobody has set. */
    public List<String> missingExports() {
        return plan.programs().stream()
                .flatMap(program -> program.exports().stream())
                .filter(export -> export.indexOf('=') < 0 && !own.containsKey(export))
                .distinct()
                .toList();
    }
}
