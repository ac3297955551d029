package org.strata.mca.base;

import java.util.List;

/**
 * A kind of component.
 *
 * @param name the name users type: {@code btl}
 * @param use which of its components a rank uses
 * @param purpose what its components do, for help texts
 */
public record Framework(String name, Use use, String purpose) {
    /** Which of the components that the user has not excluded are used. */
    public enum Use {
        /** The one with the highest priority. */
        BEST("Of those left, the one with the highest priority is used."),

        /** All: each hands on what it does not do to the one of the next lower priority. */
        STACKED(
                "Of those left, the one with the highest priority is used; what it does not do, the"
                        + " one of the next lower priority does."),

        /** One for each object: the first that serves it. */
        EACH("Each window uses the one with the highest priority that serves it."),

        /** All, side by side. */
        ALL("All that are left are used.");

        private final String explanation;

        Use(String explanation) {
            this.explanation = explanation;
        }
    }

    /** Every framework of the stack, top down. */
    public static final List<Framework> ALL =
            List.of(
                    new Framework("io", Use.BEST, "files"),
                    new Framework("coll", Use.STACKED, "collective operations"),
                    new Framework("osc", Use.EACH, "one-sided communication: windows"),
                    new Framework(
                            "pml", Use.BEST, "point-to-point messaging: matching and protocols"),
                    new Framework("bml", Use.BEST, "which byte transfer layers serve which peer"),
                    new Framework("btl", Use.ALL, "byte transfer layers: links between processes"),
                    new Framework("mpool", Use.ALL, "memory pools"),
                    new Framework("rcache", Use.ALL, "registration caches"),
                    new Framework(
                            "ess", Use.BEST, "process environments: how a rank finds its job"));

    /** Returns the declarations that every framework has: of its selection and its verbosity. */
    List<Declaration> declarations() {
        return List.of(
                new Declaration(
                        name,
                        "mca." + name,
                        name,
                        "",
                        "",
                        ParameterType.LIST,
                        List.of(),
                        Bounds.NONE,
                        "",
                        2,
                        "Components of framework "
                                + name
                                + " ("
                                + purpose
                                + ") to use, separated by commas; with a leading ^, those not to"
                                + " use. Empty: no restriction. "
                                + use.explanation,
                        List.of()),
                new Declaration(
                        name + "_base_verbose",
                        "mca." + name + ".base.verbose",
                        name,
                        "base",
                        "verbose",
                        ParameterType.INT,
                        List.of(),
                        Bounds.NONE,
                        "0",
                        8,
                        "Verbosity of framework "
                                + name
                                + ": 0 quiet, 1 errors, 10 component choice, 40 information,"
                                + " 60 trace, 80 debug, 100 everything.",
                        List.of()));
    }
}
