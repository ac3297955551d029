package org.strata.benchmarks.papers;

import org.strata.testkit.timed.Costs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** P5's figures in virtual time, with the adapters and nodes of {@link Assumption}. */
final class SimulatedTuples {
    private static final int SIDE = 8;
    private static final int STEPS = 400;
    private static final int PACKET = 2048;
    private static final long SEED = 5;
    private static final int WORKERS = 4;

    /** Receives from any source that are longer do not wait at queues. */
    private static final int LONGEST_NOTICE = 1 << 16;

    /** Seconds of class B in the paper with TupleQ: what its steps take without communication. */
    private static final double SECONDS_B = 27.38;

    private static final int POINTS_B = 102;
    private static final int POINTS_C = 162;

    private final Map<Assumption, Double> assumed;
    private final Costs costs;

    SimulatedTuples(Map<Assumption, Double> assumed) {
        this.assumed = assumed;
        this.costs =
                new Costs(
                        // Everything stays registered: what registering costs does not matter.
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        nanos(Assumption.POST),
                        nanos(Assumption.COMPLETION),
                        nanos(Assumption.MESSAGE),
                        nanos(Assumption.POLL),
                        0,
                        1e3 / value(Assumption.COPY),
                        // No rings.
                        0,
                        nanos(Assumption.LATENCY),
                        nanos(Assumption.RECEIVE_LATENCY),
                        1e3 / value(Assumption.BANDWIDTH),
                        PACKET);
    }

    private double value(Assumption assumption) {
        return assumed.get(assumption);
    }

    private double nanos(Assumption assumption) {
        return 1e3 * value(assumption);
    }

    /** Prints what is assumed, runs the models, prints and draws what they give. */
    void report(int smallest, int largest, Path plots) throws IOException {
        System.out.printf("%nP5 in virtual time assumes (--assume NAME=VALUE):%n");
        assumed.forEach((assumption, value) ->
                System.out.printf(
                        Locale.ROOT,
                        "%16s %8.4g %s%n",
                        assumption.title(),
                        value,
                        assumption.source()));
        Figure availability =
                new Figure("P5 in virtual time: application availability", "bytes", "%");
        Figure overhead = new Figure("P5 in virtual time: time that is not hidden", "bytes", "us");
        for (OverlapProtocol protocol : OverlapProtocol.values()) {
            try (OverlapModel model = new OverlapModel(protocol, costs, largest)) {
                for (int bytes = smallest; bytes <= largest; bytes *= 2) {
                    OverheadPoint point = model.measure(bytes);
                    availability.best(protocol.title(), bytes, point.availability());
                    overhead.best(protocol.title(), bytes, point.overhead() / 1e3);
                }
            }
        }
        availability.print();
        overhead.print();
        System.out.println("plot: " + availability.draw(plots, "P5-virtual-availability", false));
        System.out.println("plot: " + overhead.draw(plots, "P5-virtual-overhead", true));
        report("B", new SweepCells(POINTS_B, SIDE));
        report("C", new SweepCells(POINTS_C, SIDE));
    }

    /** Prints what a message from any of some workers costs their master. */
    void reportWildcards(int smallest, int largest) {
        System.out.printf(
                "%nP5 in virtual time: %d workers send to a master that posts receives, works and"
                        + " waits (us per message)%n%12s",
                WORKERS, "bytes");
        for (WildcardModel.Way way : WildcardModel.Way.values()) {
            String title = way.name().toLowerCase(Locale.ROOT);
            System.out.printf(" %14s %14s %14s", title, "not hidden", "availability");
        }
        System.out.println();
        for (int bytes = smallest; bytes <= Math.min(largest, LONGEST_NOTICE); bytes *= 8) {
            System.out.printf("%12d", bytes);
            for (WildcardModel.Way way : WildcardModel.Way.values()) {
                WildcardModel.Point point = wildcard(way, bytes);
                System.out.printf(
                        Locale.ROOT,
                        " %14.2f %14.2f %14.1f",
                        point.alone() / 1e3,
                        point.notHidden() / 1e3,
                        point.availability());
            }
            System.out.println();
        }
    }

    /** Returns what a message from one of several workers costs their master. */
    WildcardModel.Point wildcard(WildcardModel.Way way, int bytes) {
        try (WildcardModel model = new WildcardModel(way, costs, WORKERS, bytes)) {
            return model.measure(bytes);
        }
    }

    /** Returns the availability of a protocol for a message of some bytes, in %. */
    double availability(OverlapProtocol protocol, int bytes) {
        try (OverlapModel model = new OverlapModel(protocol, costs, bytes)) {
            return model.measure(bytes).availability();
        }
    }

    /** Returns the milliseconds of a step of SP of a class. */
    double step(OverlapProtocol protocol, SweepCells cells) {
        double larger = Math.pow((double) cells.points() / POINTS_B, SweepCells.DIMENSIONS);
        return step(protocol, cells, Math.round(SECONDS_B * larger * 1e9 / STEPS));
    }

    /** Returns the milliseconds of a step with so many nanoseconds of work. */
    double step(OverlapProtocol protocol, SweepCells cells, long work) {
        SweepModel.Habits habits =
                new SweepModel.Habits(
                        (int) value(Assumption.SHARE),
                        new SweepModel.Parts(
                                value(Assumption.RIGHT_SIDES),
                                value(Assumption.LEFT_SIDES),
                                value(Assumption.ELIMINATION),
                                value(Assumption.INVERSION),
                                value(Assumption.SUBSTITUTION)),
                        value(Assumption.VARIATION),
                        value(Assumption.EARLY) > 0,
                        SEED);
        try (SweepModel model = new SweepModel(protocol, costs, habits, cells, work)) {
            return model.step();
        }
    }

    private void report(String problem, SweepCells cells) {
        Map<OverlapProtocol, Double> steps = new EnumMap<>(OverlapProtocol.class);
        for (OverlapProtocol protocol : OverlapProtocol.values()) {
            steps.put(protocol, step(protocol, cells));
        }
        System.out.printf(
                Locale.ROOT,
                "%nP5 in virtual time: exchange of NAS SP class %s, %d ranks%n%14s %12s %12s"
                        + " %16s%n",
                problem,
                SIDE * SIDE,
                "",
                "ms per step",
                "s, " + STEPS + " steps",
                "against tupleq");
        steps.forEach((protocol, millis) ->
                System.out.printf(
                        Locale.ROOT,
                        "%14s %12.2f %12.2f %+15.1f%%%n",
                        protocol.title(),
                        millis,
                        millis * STEPS / 1e3,
                        100 * (millis / steps.get(OverlapProtocol.TUPLEQ) - 1)));
    }

    /** Prints how the results move when each assumption is halved and doubled. */
    static void reportSensitivity(Map<Assumption, Double> assumed) {
        System.out.printf(
                "%nP5 in virtual time: availability, %%, and SP class B against tupleq, %%, when an"
                        + " assumption is halved or doubled%n%25s",
                "");
        for (Probe probe : Probe.values()) {
            System.out.printf(" %14s", probe.title);
        }
        System.out.println();
        print("as assumed", assumed);
        assumed.forEach((assumption, value) -> {
            for (double factor : new double[] {0.5, 2}) {
                Map<Assumption, Double> moved = new EnumMap<>(assumed);
                moved.put(assumption, value * factor);
                String name = assumption.title() + " x " + factor;
                if (value > 0 && assumption.fault(value * factor).isEmpty()) {
                    print(name, moved);
                }
            }
        });
    }

    private static void print(String name, Map<Assumption, Double> assumed) {
        SimulatedTuples tuples = new SimulatedTuples(assumed);
        System.out.printf("%25s", name);
        for (Probe probe : Probe.values()) {
            System.out.printf(Locale.ROOT, " %14.1f", probe.of(tuples));
        }
        System.out.println();
    }

    /** A figure that is looked at when an assumption moves. */
    private enum Probe {
        TUPLEQ("tupleq 1 KiB", OverlapProtocol.TUPLEQ, 1 << 10),
        COPY_1K("copy 1 KiB", OverlapProtocol.TUPLEQ_COPY, 1 << 10),
        COPY_8K("copy 8 KiB", OverlapProtocol.TUPLEQ_COPY, 8 << 10),
        RPUT("rput 16 KiB", OverlapProtocol.RPUT, 16 << 10),
        RGET("rget 16 KiB", OverlapProtocol.RGET, 16 << 10),
        SP_RPUT("SP rput", OverlapProtocol.RPUT, 0),
        SP_RGET("SP rget", OverlapProtocol.RGET, 0);

        private final String title;
        private final OverlapProtocol protocol;
        private final int bytes;

        Probe(String title, OverlapProtocol protocol, int bytes) {
            this.title = title;
            this.protocol = protocol;
            this.bytes = bytes;
        }

        double of(SimulatedTuples tuples) {
            if (bytes > 0) {
                return tuples.availability(protocol, bytes);
            }
            SweepCells cells = new SweepCells(POINTS_B, SIDE);
            double best = tuples.step(OverlapProtocol.TUPLEQ, cells);
            return 100 * (tuples.step(protocol, cells) / best - 1);
        }
    }
}
