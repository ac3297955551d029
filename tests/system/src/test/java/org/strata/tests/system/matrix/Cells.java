package org.strata.tests.system.matrix;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** All cells there are, in the order in which they run. */
final class Cells {
    private static final int[] RANKS = {2, 4, 8};
    private static final int MANY = 8;
    private static final EnumSet<Workload> SHORT =
            EnumSet.complementOf(EnumSet.of(Workload.CG_A, Workload.IS_A));
    private static final EnumSet<Workload> LONG = EnumSet.of(Workload.CG_A, Workload.IS_A);
    private static final EnumSet<Workload> HARD =
            EnumSet.of(Workload.IS, Workload.TRAFFIC, Workload.BULK);

    /** CG's thousands of collectives take minutes when each connects its peers anew. */
    private static final EnumSet<Workload> FEW_MESSAGES =
            EnumSet.of(Workload.RING, Workload.HELLO, Workload.HEAT, Workload.PI, Workload.WORDS);

    private Cells() {}

    /** Returns every cell once: a selection with all pairs of values first. */
    static List<Cell> all() {
        Set<Cell> all = new LinkedHashSet<>();
        product(SHORT, Limits.DEFAULT, all);
        product(HARD, Limits.TINY, all);
        product(EnumSet.of(Workload.TRAFFIC), Limits.ONE, all);
        rotated(FEW_MESSAGES, Limits.TINY, all);
        rotated(EnumSet.of(Workload.RING, Workload.IS, Workload.BULK), Limits.ONE, all);
        rotated(EnumSet.of(Workload.TRAFFIC, Workload.BULK), Limits.ONE_QUEUES, all);
        rotated(EnumSet.of(Workload.IS, Workload.TRAFFIC, Workload.BULK), Limits.PAGES, all);
        tupleq(all);
        classA(all);
        return Order.pairsFirst(new ArrayList<>(all));
    }

    private static void product(
            Collection<Workload> programs, Limits limits, Collection<Cell> into) {
        for (Protocol protocol : Protocol.values()) {
            for (int ranks : RANKS) {
                settings(programs, limits, protocol, ranks, into);
            }
        }
    }

    /** One protocol for each setting, in turn. */
    private static void rotated(
            Collection<Workload> programs, Limits limits, Collection<Cell> into) {
        List<Cell> settings = new ArrayList<>();
        for (int ranks : RANKS) {
            settings(programs, limits, Protocol.COPY, ranks, settings);
        }
        for (int i = 0; i < settings.size(); i++) {
            Protocol protocol = Protocol.values()[i % Protocol.values().length];
            into.add(settings.get(i).with(protocol, Cell.OB1));
        }
    }

    /** What goes by ob1 goes by one protocol, in turn. */
    private static void tupleq(Collection<Cell> into) {
        List<Cell> settings = new ArrayList<>();
        for (int ranks : RANKS) {
            settings(SHORT, Limits.DEFAULT, Protocol.COPY, ranks, settings);
            settings(HARD, Limits.TINY, Protocol.COPY, ranks, settings);
            settings(EnumSet.of(Workload.TRAFFIC), Limits.PAGES, Protocol.COPY, ranks, settings);
        }
        for (int i = 0; i < settings.size(); i++) {
            Protocol protocol = Protocol.values()[i % Protocol.values().length];
            into.add(settings.get(i).with(protocol, Cell.TUPLEQ));
        }
    }

    private static void settings(
            Collection<Workload> programs,
            Limits limits,
            Protocol protocol,
            int ranks,
            Collection<Cell> into) {
        for (Workload program : programs) {
            for (String mode : List.of("inline", "engine")) {
                for (Queues queues : Queues.values()) {
                    // Each design meets each other value in some cell: there are six, as of these,
                    // so the next round of these begins with another one.
                    int turn = into.size() + into.size() / Cell.FAST.size();
                    String fast = Cell.FAST.get(turn % Cell.FAST.size());
                    into.add(
                            new Cell(
                                    program, limits, protocol, Cell.OB1, mode, queues, fast,
                                    ranks));
                }
            }
        }
    }

    /** With every protocol at few ranks; as delivered at many; with tiny limits at two. */
    private static void classA(Collection<Cell> into) {
        for (Protocol protocol : Protocol.values()) {
            for (int ranks = 2; ranks < MANY; ranks *= 2) {
                settings(LONG, Limits.DEFAULT, protocol, ranks, into);
            }
        }
        settings(LONG, Limits.DEFAULT, Protocol.PIPELINE, MANY, into);
        settings(LONG, Limits.TINY, Protocol.PIPELINE, 2, into);
        settings(EnumSet.of(Workload.CG), Limits.TINY, Protocol.PIPELINE, 2, into);
    }
}
