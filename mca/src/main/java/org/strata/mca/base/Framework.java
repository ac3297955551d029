package org.strata.mca.base;

import java.util.List;

/**
 * A kind of component.
 *
 * @param name the name users type: {@code btl}
 * @param single whether one component is chosen, by priority, instead of all that are included
 * @param purpose what its components do, for help texts
 */
public record Framework(String name, boolean single, String purpose) {
    /** Every framework of the stack, top down. */
    public static final List<Framework> ALL =
            List.of(
                    new Framework("coll", true, "collective operations"),
                    new Framework("pml", true, "point-to-point messaging: matching and protocols"),
                    new Framework("bml", true, "which byte transfer layers serve which peer"),
                    new Framework("btl", false, "byte transfer layers: links between processes"),
                    new Framework("mpool", false, "memory pools"),
                    new Framework("rcache", false, "registration caches"),
                    new Framework("ess", true, "process environments: how a rank finds its job"));

    /** Returns the declarations that every framework has: of its selection and its verbosity. */
    List<Declaration> declarations() {
        String choice =
                single
                        ? " Of those left, the one with the highest priority is used."
                        : " All that are left are used.";
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
                                + " use. Empty: no restriction."
                                + choice,
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
