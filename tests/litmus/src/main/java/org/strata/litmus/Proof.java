package org.strata.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What tests say of a model. Each method returns the objections; an empty text is none. */
public final class Proof {
    private Proof() {}

    /**
     * Checks a protocol: its bad outcome can be on no machine, but it can be on one with every
     * order that is weaker than the model's, except those that are {@link Op#spare}; and the
     * product's methods contain the accesses of which it is a model. What can be on any machine can
     * be on {@link Machine#MODES}.
     */
    public static String of(Litmus protocol) {
        List<String> objections = new ArrayList<>(ProductCode.objections(protocol));
        Verdict verdict = Explorer.explore(protocol, Machine.MODES);
        if (verdict.isBad()) {
            objections.add("WRONG on " + wrongOn(protocol) + ":\n  " + run(verdict));
        } else if (verdict.ends() == 0) {
            objections.add("never ends");
        }
        for (Weakening weakening : Weakening.of(protocol)) {
            boolean wrong = Explorer.explore(weakening.litmus(), Machine.MODES).isBad();
            if (!wrong && !weakening.spare()) {
                objections.add("holds on every machine with " + weakening.what());
            } else if (wrong && weakening.spare()) {
                objections.add("is not spare: " + weakening.what());
            }
        }
        return text(protocol, objections);
    }

    /** Checks that a wrong variant of a protocol is found, on these machines and no other. */
    public static String ofWrong(Litmus variant, Machine... machines) {
        List<Machine> found = wrongOn(variant);
        List<String> objections = new ArrayList<>();
        if (!found.equals(List.of(machines))) {
            objections.add("is found wrong on " + found + ", not on " + List.of(machines));
        }
        return text(variant, objections);
    }

    private static List<Machine> wrongOn(Litmus litmus) {
        return Machine.ALL.stream().filter(m -> Explorer.explore(litmus, m).isBad()).toList();
    }

    private static String run(Verdict verdict) {
        return String.join("\n  ", verdict.run());
    }

    private static String text(Litmus litmus, List<String> objections) {
        return objections.stream()
                .map(objection -> litmus.name() + ": " + objection)
                .collect(Collectors.joining("\n"));
    }
}
