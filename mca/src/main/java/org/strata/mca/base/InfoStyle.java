package org.strata.mca.base;

import java.util.ArrayList;
import java.util.List;

/** How {@code mpi_info} writes: for people or for scripts. */
public enum InfoStyle {
    /** Labels aligned in a column, as people read it. */
    PRETTY {
        @Override
        String fact(InfoFacts.Fact fact) {
            return labelled(fact.label(), fact.value());
        }

        @Override
        String component(ComponentModule module, String version) {
            return labelled(
                    "MCA " + module.framework(), module.name() + " (Strata v" + version + ")");
        }

        @Override
        String finding(ComponentModule module, InfoFacts.Fact fact) {
            return labelled(
                    "MCA " + module.framework() + " " + module.name(),
                    fact.label() + ": " + fact.value());
        }

        @Override
        List<String> parameter(Parameter parameter) {
            Declaration d = parameter.declaration();
            List<String> lines = new ArrayList<>();
            lines.add(
                    labelled(
                            "MCA " + d.framework() + " " + component(parameter),
                            "parameter \""
                                    + d.name()
                                    + "\" (current value: \""
                                    + parameter.value()
                                    + "\", data source: "
                                    + parameter.origin()
                                    + ", level: "
                                    + levelWords(d.level())
                                    + ", type: "
                                    + typeName(d)
                                    + (d.aliases().isEmpty()
                                            ? ""
                                            : ", synonyms: " + String.join(", ", d.aliases()))
                                    + ")"));
            Boxes.wrap(d.help(), TEXT_WIDTH).forEach(l -> lines.add(INDENT + l));
            if (!d.choices().isEmpty()) {
                choices(d.choices(), d.type() == ParameterType.SIZE ? "sizes, " : "", lines);
            }
            if (!d.bounds().words().isEmpty()) {
                lines.add(INDENT + "Valid values: " + d.bounds().words());
            }
            if (!d.key().isEmpty()) {
                lines.add(INDENT + "In files: " + d.path());
            }
            return lines;
        }

        /** Adds the names on one line; if values have a help text, a paragraph for each. */
        private static void choices(List<AllowedValue> choices, String others, List<String> lines) {
            if (choices.stream().allMatch(c -> c.help().isEmpty())) {
                List<String> names = choices.stream().map(AllowedValue::name).toList();
                lines.add(INDENT + "Valid values: " + others + String.join(", ", names));
                return;
            }
            lines.add(INDENT + "Valid values:");
            for (AllowedValue choice : choices) {
                List<String> text =
                        Boxes.wrap(choice.label() + ": " + choice.help(), TEXT_WIDTH - 4);
                for (int i = 0; i < text.size(); i++) {
                    lines.add(INDENT + (i == 0 ? "  " : "    ") + text.get(i));
                }
            }
        }

        @Override
        List<String> meaning(Parameter parameter, String here) {
            return Boxes.wrap("Here: " + here, TEXT_WIDTH).stream().map(l -> INDENT + l).toList();
        }

        @Override
        List<String> hidden(int count, int level) {
            return List.of(
                    "",
                    INDENT
                            + count
                            + (count == 1 ? " parameter" : " parameters")
                            + " above level "
                            + level
                            + " not shown; --level 9 shows all.");
        }
    },

    /** Fields separated by colons, as scripts read it. */
    PARSABLE {
        @Override
        String fact(InfoFacts.Fact fact) {
            return fact.key() + ":" + quoted(fact.value());
        }

        @Override
        String component(ComponentModule module, String version) {
            return "mca:"
                    + module.framework()
                    + ":"
                    + module.name()
                    + ":version:component:"
                    + version;
        }

        @Override
        String finding(ComponentModule module, InfoFacts.Fact fact) {
            return "mca:" + module.framework() + ":" + module.name() + ":" + fact(fact);
        }

        @Override
        List<String> parameter(Parameter parameter) {
            Declaration d = parameter.declaration();
            String start =
                    "mca:" + d.framework() + ":" + component(parameter) + ":param:" + d.name();
            List<String> lines = new ArrayList<>();
            lines.add(start + ":value:" + quoted(parameter.value()));
            lines.add(start + ":source:" + quoted(parameter.origin()));
            lines.add(start + ":status:writeable");
            lines.add(start + ":level:" + d.level());
            lines.add(start + ":help:" + d.help());
            for (AllowedValue choice : d.choices()) {
                int number = choice.number();
                String shown = number == AllowedValue.NO_NUMBER ? "" : String.valueOf(number);
                lines.add(start + ":enumerator:value:" + shown + ":" + choice.name());
            }
            lines.add(start + ":deprecated:no");
            lines.add(start + ":type:" + typeName(d));
            d.aliases().forEach(alias -> lines.add(start + ":synonym:name:" + alias));
            lines.add(start + ":disabled:false");
            return lines;
        }

        @Override
        List<String> meaning(Parameter parameter, String here) {
            Declaration d = parameter.declaration();
            return List.of(
                    "mca:"
                            + d.framework()
                            + ":"
                            + component(parameter)
                            + ":param:"
                            + d.name()
                            + ":here:"
                            + quoted(here));
        }

        private static String quoted(String value) {
            return value.contains(":") ? "\"" + value + "\"" : value;
        }
    };

    private static final String INDENT = " ".repeat(26);
    private static final int TEXT_WIDTH = 78 - 26;

    abstract String fact(InfoFacts.Fact fact);

    abstract String component(ComponentModule module, String version);

    /** Returns the line of what a component has found on this host. */
    abstract String finding(ComponentModule module, InfoFacts.Fact fact);

    abstract List<String> parameter(Parameter parameter);

    /** Returns lines that say what a parameter's value comes to on this host. */
    abstract List<String> meaning(Parameter parameter, String here);

    /** Returns the line about parameters above the level; none in the style for scripts. */
    List<String> hidden(int count, int level) {
        return List.of();
    }

    /** Returns the component of a parameter; "base" for a parameter of the whole framework. */
    static String component(Parameter parameter) {
        String component = parameter.declaration().component();
        return component.isEmpty() ? "base" : component;
    }

    private static String labelled(String label, String value) {
        return String.format("%24s: %s", label, value);
    }

    /** Returns MPI_T's verbosity level in words, as Open MPI writes them. */
    private static String levelWords(int level) {
        String who = level <= 3 ? "user" : level <= 6 ? "tuner" : "dev";
        String much =
                switch ((level - 1) % 3) {
                    case 0 -> "basic";
                    case 1 -> "detail";
                    default -> "all";
                };
        return level + " " + who + "/" + much;
    }

    /** Returns the name of the type in Open MPI's tool. */
    private static String typeName(Declaration declaration) {
        return switch (declaration.type()) {
            case INT -> "int";
            case SIZE -> "size_t";
            case BOOL -> "bool";
            case NUMBER -> "double";
            case STRING, LIST, ENUM -> "string";
        };
    }
}
