package org.strata.mca.base;

import java.io.PrintStream;
import java.util.List;

/**
 * Writes {@code docs/parameters.md}: every declared parameter, its default and help, in Markdown.
 */
public final class ParameterPage {
    private final Parameters parameters;

    /**
     * @param parameters of the installation; values that users set do not show
     */
    public ParameterPage(Parameters parameters) {
        this.parameters = parameters;
    }

    /** Prints the page. */
    public void print(PrintStream out) {
        out.println("# Parameters");
        out.println();
        out.println("<!-- Made by docs/generate from the components' reference.conf. -->");
        out.println();
        out.println(
                "Set them with `mpirun --mca NAME VALUE`, `STRATA_MCA_NAME=VALUE` or"
                        + " `OMPI_MCA_NAME=VALUE` in the environment, or in a file"
                        + " ([conf/README.md](../conf/README.md)). Levels: 1-3 user, 4-6 tuner,"
                        + " 7-9 developer.");
        String section = "";
        for (Parameter parameter : parameters.describe()) {
            Declaration d = parameter.declaration();
            String title = d.framework() + " " + InfoStyle.component(parameter);
            if (!title.equals(section)) {
                section = title;
                out.println();
                out.println("## " + title);
                out.println();
                out.println("| Name | Type | Default | Level | Meaning |");
                out.println("|---|---|---|---|---|");
            }
            out.println(row(d));
        }
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
        String value = d.defaultValue().isEmpty() ? "" : "`" + d.defaultValue() + "`";
        return "| "
                + String.join(
                        " | ",
                        name,
                        type,
                        value,
                        String.valueOf(d.level()),
                        meaning(d).replace("|", "\\|"))
                + " |";
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
}
