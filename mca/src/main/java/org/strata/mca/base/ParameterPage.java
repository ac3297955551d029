package org.strata.mca.base;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the pages of parameters in Markdown: {@code parameters.md} lists all names, {@code
 * parameters/FRAMEWORK.md} has each with its default, its values and its help, and {@code
 * parameters/open-mpi.md} the names of Open MPI that have no counterpart.
 */
public final class ParameterPage {
    /** The first page: all names. */
    public static final String INDEX = "parameters.md";

    private static final String MADE =
            "<!-- Made by docs/generate from the components' reference.conf. -->\n";
    private static final String OPEN_MPI = "parameters/open-mpi.md";
    private static final Comparator<Declaration> USERS_FIRST =
            Comparator.comparingInt(d -> Reader.of(d.level()).ordinal());

    private final Parameters parameters;

    /** Whom a parameter is for: three levels each, as Open MPI has them. */
    private enum Reader {
        USER,
        TUNING,
        DEVELOPER;

        static Reader of(int level) {
            return values()[(level - 1) / values().length];
        }

        static String words(int level) {
            return of(level).name().toLowerCase(Locale.ROOT) + " (" + level + ")";
        }
    }

    /**
     * @param parameters of the installation; values that users set do not show
     */
    public ParameterPage(Parameters parameters) {
        this.parameters = parameters;
    }

    /** Returns the pages' texts by their files, relative to {@code docs}. */
    public Map<String, String> pages() {
        Map<String, Map<String, List<Declaration>>> frameworks = new LinkedHashMap<>();
        for (Parameter parameter : parameters.describe()) {
            Declaration d = parameter.declaration();
            frameworks
                    .computeIfAbsent(d.framework(), none -> new LinkedHashMap<>())
                    .computeIfAbsent(InfoStyle.component(parameter), none -> new ArrayList<>())
                    .add(d);
        }
        frameworks.values().forEach(rooms -> rooms.values().forEach(all -> all.sort(USERS_FIRST)));
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put(INDEX, index(frameworks));
        frameworks.forEach((name, rooms) -> pages.put(file(name), framework(name, rooms)));
        pages.put(OPEN_MPI, openMpi());
        return pages;
    }

    private static String file(String framework) {
        return "parameters/" + framework + ".md";
    }

    private static String index(Map<String, Map<String, List<Declaration>>> frameworks) {
        StringBuilder page =
                new StringBuilder("# Parameters\n\n")
                        .append(MADE)
                        .append(
                                """

                                Set them with `mpirun --mca NAME VALUE`, with
                                `STRATA_MCA_NAME=VALUE` or `OMPI_MCA_NAME=VALUE` in the
                                environment, or in a file ([conf/README.md](../conf/README.md)).
                                `mpi_info --all` prints the values that hold, and where each comes
                                from. Each name is for a reader, with Open MPI's level in brackets:
                                1 to 3 users, 4 to 6 who tunes, 7 to 9 developers.
                                [Names of Open MPI](parameters/open-mpi.md) that have no counterpart
                                are ignored or refused, with a reason.
                                """);
        frameworks.forEach((name, rooms) -> {
            page.append("\n## ")
                    .append(name)
                    .append("\n\n| Name | For | Meaning |\n|---|---|---|\n");
            rooms.forEach((component, all) -> {
                for (Declaration d : all) {
                    String place = file(name) + "#" + name + "-" + component;
                    String link = "[`" + d.name() + "`](" + place + ")";
                    page.append(line(link, Reader.words(d.level()), escaped(first(d.help()))));
                }
            });
        });
        return page.toString();
    }

    private static String framework(String name, Map<String, List<Declaration>> rooms) {
        StringBuilder page = new StringBuilder("# Parameters of ").append(name).append("\n\n");
        page.append(MADE);
        page.append("\n[All parameters](../parameters.md), and how they are set.\n");
        rooms.forEach((component, all) -> {
            page.append("\n## ").append(name).append(' ').append(component).append("\n\n");
            page.append("| Name | Default | Values | For | Meaning |\n|---|---|---|---|---|\n");
            all.forEach(d -> page.append(row(d)));
        });
        return page.toString();
    }

    private static String row(Declaration d) {
        StringBuilder name = new StringBuilder("`").append(d.name()).append('`');
        d.aliases().forEach(alias -> name.append("<br>`").append(alias).append('`'));
        List<String> names = d.choices().stream().map(AllowedValue::name).toList();
        String type = names.isEmpty() ? d.type().label() : String.join(", ", names);
        if (d.type() == ParameterType.SIZE && !names.isEmpty()) {
            type = d.type().label() + ", " + type;
        }
        if (!d.bounds().words().isEmpty()) {
            type += ", " + d.bounds().words();
        }
        String value = d.defaultValue().isEmpty() ? "(none)" : "`" + d.defaultValue() + "`";
        return line(name.toString(), value, type, Reader.words(d.level()), escaped(meaning(d)));
    }

    private static String meaning(Declaration d) {
        StringBuilder text = new StringBuilder(d.help());
        for (AllowedValue choice : d.choices()) {
            if (!choice.help().isEmpty()) {
                text.append("<br>").append(choice.label()).append(": ").append(choice.help());
            }
        }
        return text.toString();
    }

    private static String openMpi() {
        StringBuilder page = new StringBuilder("# Names of Open MPI without a counterpart\n\n");
        page.append("<!-- Made by docs/generate from open-mpi.conf. -->\n")
                .append(
                        """

                        Most names of Open MPI's parameters are [parameters](../parameters.md)
                        here, or other names of one. Those below are not. A job that sets one that
                        is ignored runs, and one line says so (with `mpi_strict_parameters` it is an
                        error); one that is refused is an error; "always" is what happens anyway.
                        `*` stands for any text, `pml:ucx` for a component: its name in a selection,
                        and its parameters.

                        | Names | What happens | Why |
                        |---|---|---|
                        """);
        Map<String, List<ReasonList.Line>> reasons =
                OpenMpiNames.lines().stream()
                        .collect(
                                Collectors.groupingBy(
                                        line -> line.kind() + " | " + escaped(line.text()),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        reasons.forEach((reason, lines) -> {
            String names =
                    lines.stream()
                            .flatMap(line -> line.words().stream())
                            .map(word -> "`" + word + "`")
                            .collect(Collectors.joining(" "));
            page.append(line(names, reason));
        });
        return page.toString();
    }

    private static String first(String help) {
        int end = help.indexOf(". ");
        return end < 0 ? help : help.substring(0, end + 1);
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|");
    }

    private static String line(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
