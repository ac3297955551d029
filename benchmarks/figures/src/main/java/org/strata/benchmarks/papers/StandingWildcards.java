package org.strata.benchmarks.papers;

import org.strata.testkit.timed.Costs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * P5's overhead test while the receiver has a wildcard open, in virtual time: with the paper's
 * fallback, with the hand-over, and with the protocols that TupleQ is measured against.
 */
final class StandingWildcards {
    private StandingWildcards() {}

    private static Map<String, Map<String, String>> variants() {
        Map<String, Map<String, String>> variants = new LinkedHashMap<>();
        for (String wildcards : new String[] {"fallback", "handover"}) {
            Map<String, String> tupleq = OverlapProtocol.TUPLEQ.parameters();
            tupleq.put("pml_tupleq_wildcards", wildcards);
            variants.put("tupleq, " + wildcards, tupleq);
        }
        variants.put("rput", OverlapProtocol.RPUT.parameters());
        variants.put("rget", OverlapProtocol.RGET.parameters());
        return variants;
    }

    /** Prints and draws what the application has of a message's time, and the wildcards' own. */
    static void report(Costs costs, int smallest, int largest, Path plots) throws IOException {
        Figure availability =
                new Figure(
                        "P5 in virtual time: application availability beside an open wildcard",
                        "bytes",
                        "%");
        Map<String, Double> own = new LinkedHashMap<>();
        variants()
                .forEach((title, parameters) -> {
                    try (OverlapModel model = new OverlapModel(parameters, costs, largest, true)) {
                        for (int bytes = smallest; bytes <= largest; bytes *= 2) {
                            availability.best(title, bytes, model.measure(bytes).availability());
                        }
                        own.put(title, model.standingNanos());
                    }
                });
        availability.print();
        System.out.printf("%nThe wildcard's own message of 8 bytes, both ranks in MPI (us)%n");
        own.forEach((title, nanos) ->
                System.out.printf(Locale.ROOT, "%18s %8.2f%n", title, nanos / 1e3));
        System.out.println("plot: " + availability.draw(plots, "P5-virtual-wildcards", false));
    }
}
