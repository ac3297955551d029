package org.strata.mca.base;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Resolves {@link Parameters} from sources: reads and checks the values, and collects the problems.
 */
final class Resolver {
    private static final String STRICT = "mpi_strict_parameters";

    private final ParameterSources sources;
    private final Components components;
    private final ParameterIndex index;
    private final UnknownKeys unknown;
    private final Problems problems = new Problems();
    private final Set<String> notices = new LinkedHashSet<>();
    private final Ignored ignored = new Ignored();
    private final Map<String, Parameter> set = new LinkedHashMap<>();
    private final List<Setting> settings = new ArrayList<>();
    private final Map<String, String> exports = new LinkedHashMap<>();

    Resolver(ParameterSources sources) {
        this.sources = sources;
        PackagedJar own = PackagedJar.on(sources.loader());
        components = own == null ? Components.discover(sources.loader()) : own.components();
        components
                .failures()
                .forEach(why ->
                        problems.add("component", "class path", "It cannot be loaded: " + why));
        if (components.modules().isEmpty() && components.failures().isEmpty()) {
            problems.add("components", "class path", Components.NONE);
            throw new ParameterException(problems);
        }
        List<Declared> declared =
                new ArrayList<>(
                        own == null
                                ? new ReferenceConf(components).load(sources.loader(), problems)
                                : own.declared());
        Framework.ALL.forEach(f -> f.declarations().forEach(d -> declared.add(new Declared(d))));
        index = new ParameterIndex(declared, components);
        unknown = new UnknownKeys(index, components);
    }

    /**
     * @param chosen values that are stronger than all sources
     */
    Parameters resolve(List<Setting> chosen) {
        chosen.forEach(this::apply);
        sources.commandLine().forEach((k, v) -> apply(new Setting(k, v, Setting.COMMAND_LINE)));
        environment(RankVariables.STRATA_PREFIX);
        environment(RankVariables.OMPI_PREFIX);
        environment(RankVariables.PRTE_PREFIX);
        files();
        Map<String, Selection> selections = select();
        if (Values.bool(find(STRICT).value())) {
            ignored.entries().forEach(e -> problems.add(e.what(), e.origin(), strictly(e)));
        }
        List<String> lines = List.copyOf(notices);
        Parameters parameters =
                new Parameters(
                        sources,
                        components,
                        index,
                        set,
                        selections,
                        new FileValues(settings, exports),
                        problems,
                        lines,
                        ignored);
        selections.values().forEach(s -> s.included().forEach(m -> check(m, parameters)));
        return parameters;
    }

    /** Returns whether a value in a component's section is not the default, which is right. */
    private boolean isSet(ComponentModule module) {
        String prefix = module.framework() + "_" + module.name() + "_";
        for (String name : set.keySet()) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private Parameter find(String name) {
        Parameter known = set.get(name);
        return known != null ? known : index.unset(name);
    }

    private static String strictly(Ignored.Entry entry) {
        return "It has no effect: " + entry.reason() + ". " + STRICT + " makes this an error.";
    }

    /** Calls a component's own check of its values, if there are any. */
    private void check(ComponentModule module, Parameters parameters) {
        if (!isSet(module)) {
            return;
        }
        module.check(
                parameters.section(module.framework(), module.name()),
                (key, why) -> {
                    String name = module.framework() + "_" + module.name() + "_";
                    Parameter value = find(name + Setting.flatName(key));
                    problems.add(value.name() + " = " + value.value(), value.origin(), why);
                });
    }

    private Map<String, Selection> select() {
        List<String> lines = new ArrayList<>();
        Selection.Remarks remarks = new Selection.Remarks(problems, lines, ignored);
        Map<String, Selection> selections = new LinkedHashMap<>();
        Decorators decorators = new Decorators(components, this::find, problems);
        for (Framework framework : Framework.ALL) {
            Parameter parameter = find(framework.name());
            Selection selection = Selection.of(framework, parameter, components, unknown, remarks);
            selections.put(framework.name(), selection.with(decorators.of(framework)));
        }
        notices.addAll(lines);
        return selections;
    }

    private void environment(String prefix) {
        sources.environment().entrySet().stream()
                .filter(e -> e.getKey().startsWith(prefix))
                .sorted((a, b) -> a.getKey().compareTo(b.getKey()))
                .forEach(e ->
                        apply(
                                new Setting(
                                        e.getKey().substring(prefix.length()),
                                        e.getValue(),
                                        Setting.ENVIRONMENT + e.getKey())));
    }

    private void files() {
        if (sources.read() == null) {
            sources.files().forEach(this::named);
            ParameterFiles.standing(sources).forEach(this::file);
        } else {
            settings.addAll(sources.read());
        }
        settings.forEach(this::apply);
    }

    private void named(String given) {
        Path path = ParameterFiles.locate(given, sources);
        if (path != null) {
            file(path);
            return;
        }
        String name = ParameterFiles.plain(given);
        List<String> profiles = ParameterFiles.profiles(sources);
        String where = "is no such file in " + sources.workingDirectory();
        String meant = Suggestions.didYouMean(name, profiles);
        if (given.startsWith(ParameterSources.PROFILE)) {
            String all = profiles.isEmpty() ? "" : " Profiles: " + String.join(", ", profiles);
            problems.add(
                    name,
                    "option --profile",
                    "There " + where + " and no such profile." + meant + all + ".");
        } else {
            ignored.add(
                    "--am or --tune " + name,
                    "there "
                            + where
                            + " and no such profile"
                            + (meant.isEmpty() ? "" : "." + meant));
        }
    }

    private void file(Path path) {
        ParameterFile file = ParameterFile.read(path, problems);
        settings.addAll(file.settings());
        file.exports().forEach(exports::putIfAbsent);
    }

    private void unknown(Setting setting, String flat) {
        UnknownKeys.Verdict verdict = unknown.parameter(flat, setting.value());
        if (verdict.ignored()) {
            if (!verdict.reason().isEmpty()) {
                ignored.add(setting.key(), setting.origin(), verdict.reason());
            }
        } else {
            problems.add(setting.key(), setting.origin(), verdict.reason());
        }
    }

    /** Checks a value, and applies it unless a stronger source has set one. */
    private void apply(Setting setting) {
        String flat = setting.flatName();
        Declaration declaration = index.find(flat);
        if (declaration == null) {
            unknown(setting, flat);
            return;
        }
        index.oldName(flat).ifPresent(notices::add);
        try {
            Parameter parameter =
                    new Parameter(
                            declaration, declaration.canonical(setting.value()), setting.origin());
            set.putIfAbsent(declaration.name(), parameter);
        } catch (IllegalArgumentException e) {
            problems.add(
                    setting.key() + " = " + setting.value(),
                    setting.origin(),
                    "\"" + setting.value() + "\" " + e.getMessage() + ".");
        }
    }
}
