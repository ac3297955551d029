package org.strata.launcher;

import org.strata.ess.own.ThreadBinding;
import org.strata.launcher.cli.AppContext;
import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.job.JobLimits;
import org.strata.launcher.live.LiveMetrics;
import org.strata.launcher.program.Distribution;
import org.strata.launcher.raw.RawPath;
import org.strata.mca.base.Ignored;
import org.strata.mca.base.ParameterException;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.RankVariablesWriter;
import org.strata.mca.base.Section;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parameters of a job, resolved and checked before anything starts. Programs with {@code --mca}
 * of their own are resolved by themselves; the others share.
 */
final class JobParameters {
    private final List<Map<String, String>> variables = new ArrayList<>();
    private final Set<String> notices = new LinkedHashSet<>();
    private final Ignored ignored = new Ignored();
    private Parameters first;
    private JobLimits limits;

    /**
     * @param environment mpirun's environment
     * @param directory where relative file names begin
     * @param distribution where the site file is
     * @throws ParameterException when a value is wrong; its message is boxed
     */
    JobParameters(
            JobRequest request,
            Map<String, String> environment,
            Path directory,
            Path distribution) {
        Map<String, String> shared = null;
        for (AppContext program : request.programs()) {
            if (!program.parameters().isEmpty()) {
                Map<String, String> pairs = new LinkedHashMap<>(request.parameters());
                pairs.putAll(program.parameters());
                variables.add(resolve(request, pairs, environment, directory, distribution));
            } else {
                if (shared == null) {
                    shared =
                            resolve(
                                    request,
                                    request.parameters(),
                                    environment,
                                    directory,
                                    distribution);
                }
                variables.add(shared);
            }
        }
    }

    private Map<String, String> resolve(
            JobRequest request,
            Map<String, String> pairs,
            Map<String, String> environment,
            Path directory,
            Path distribution) {
        Map<String, String> all = new LinkedHashMap<>(pairs);
        if (request.measurement().wanted()) {
            Path file = request.measurement().file();
            String value = file == null ? CommandLineParser.SUMMARY : RawPath.text(file);
            ParameterSources.addCommandLine(all, "mpi_report", value);
        }
        Path timeline = request.measurement().timeline();
        if (timeline != null) {
            ParameterSources.addCommandLine(all, "mpi_timeline", RawPath.text(timeline));
        }
        ParameterSources sources =
                new ParameterSources(
                        all,
                        environment,
                        request.parameterFiles(),
                        directory,
                        home(environment),
                        distribution,
                        JobParameters.class.getClassLoader());
        Parameters parameters = Parameters.resolve(sources).orThrow();
        notices.addAll(parameters.notices());
        ignored.addAll(parameters.ignored());
        if (limits == null) {
            first = parameters;
            limits = JobLimits.from(request.timeout(), parameters.section("odls", "base"));
        }
        Map<String, String> result = new HashMap<>(RankVariablesWriter.variables(parameters));
        metrics(parameters, directory).addTo(result);
        LaunchParameters.jit(parameters).ifPresent(jit -> result.put(ThreadBinding.JIT, jit));
        if (LaunchParameters.usesAdapters(parameters)) {
            result.put(Distribution.ADAPTERS, "1");
        }
        parameters
                .exports()
                .forEach((name, value) -> {
                    if (value != null) {
                        result.put(name, value);
                    }
                });
        return result;
    }

    private static Path home(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        return home.isBlank() ? ParameterSources.homeOf(environment) : RawPath.of(home);
    }

    /** Returns the parameters of the first program, which hold for the job. */
    Parameters first() {
        return first;
    }

    /**
     * Returns what is shown of the job while it runs.
     *
     * @param directory where a relative file begins
     */
    LiveMetrics.Wanted metrics(Path directory) {
        return metrics(first, directory);
    }

    private static LiveMetrics.Wanted metrics(Parameters parameters, Path directory) {
        Section mpi = parameters.section("mpi");
        String file = mpi.text("metrics-file");
        return new LiveMetrics.Wanted(
                file.isEmpty() ? null : RawPath.resolve(directory, file),
                mpi.integer("metrics-interval"),
                mpi.integer("metrics-listen"));
    }

    /** Returns what was set without effect, for any program. */
    Ignored ignored() {
        return ignored;
    }

    /** Returns the limits of the job; the first program's parameters hold. */
    JobLimits limits() {
        return limits;
    }

    /** Returns the variables for the ranks of each program. */
    List<Map<String, String>> variables() {
        return variables;
    }

    /** Returns lines worth showing once. */
    Set<String> notices() {
        return notices;
    }
}
