package org.strata.mca.base;

import java.util.List;
import java.util.stream.Stream;

/** The parameters in force that {@code mpi_show_mca_params} selects by their origin. */
final class ShownParameters {
    private ShownParameters() {}

    /** Returns lines {@code name=value (origin)} for the selected kinds of origin. */
    static List<String> lines(Parameters parameters) {
        List<String> kinds = parameters.section("mpi").list("show-mca-params");
        if (kinds.isEmpty()) {
            return List.of();
        }
        boolean all = kinds.contains("all") || kinds.contains("1");
        Stream<Parameter> shown =
                parameters.describe().stream().filter(p -> all || kinds.contains(kind(p)));
        return shown.map(p -> p.name() + "=" + p.value() + " (" + p.origin() + ")").toList();
    }

    private static String kind(Parameter parameter) {
        String origin = parameter.origin();
        return origin.startsWith("environment")
                ? "enviro"
                : origin.startsWith("file") ? "file" : origin.equals("default") ? "default" : "cl";
    }
}
