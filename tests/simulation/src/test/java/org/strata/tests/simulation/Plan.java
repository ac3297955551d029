package org.strata.tests.simulation;

import org.strata.mca.pml.Pml;
import org.strata.mca.pml.SendMode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What every rank of a simulated job does: a random list of sends and receives that must all end.
 *
 * <p>So that wildcards cannot steal what a specific receive needs, all receives of one rank in one
 * communicator name the same: source and tag, source, tag, or nothing.
 */
final class Plan {
    /** Tag that is never sent: receives of it can only be cancelled. */
    static final int NEVER = 999;

    private static final int MOST_MESSAGES = 60;

    final int ranks;
    final int comms;
    final List<List<Step>> steps = new ArrayList<>();
    int messages;

    /** One step of a rank. */
    sealed interface Step permits Send, Receive, Cancel {}

    record Send(int id, int comm, int to, int tag, int bytes, SendMode mode, Shape shape)
            implements Step {}

    record Receive(int comm, int from, int tag, int bytes, Shape shape, How how) implements Step {}

    record Cancel(int comm, int from) implements Step {}

    /** How a receive is made. */
    enum How {
        POSTED,
        PROBED,
        MATCHED_PROBED
    }

    /** How a buffer lies in memory. */
    enum Shape {
        NATIVE,
        ARRAY,
        STRIDED
    }

    private Plan(int ranks, int comms) {
        this.ranks = ranks;
        this.comms = comms;
        for (int rank = 0; rank < ranks; rank++) {
            steps.add(new ArrayList<>());
        }
    }

    static Plan random(Random random, int longest) {
        return random(random, longest, false);
    }

    /**
     * @param named whether every receive is posted and names its source and tag, so that it ends
     *     even if its sender is cut off
     */
    static Plan random(Random random, int longest, boolean named) {
        return random(random, longest, named, 1 + random.nextInt(MOST_MESSAGES));
    }

    /** Makes a plan of many messages, most of them short. */
    static Plan crowded(Random random, int longest) {
        return random(random, longest, false, 2 * MOST_MESSAGES + random.nextInt(MOST_MESSAGES));
    }

    private static Plan random(Random random, int longest, boolean named, int count) {
        int ranks = 2 + random.nextInt(3);
        Plan plan = new Plan(ranks, 1 + random.nextInt(3));
        for (int i = 0; i < count; i++) {
            plan.addMessage(random, longest, named);
        }
        for (List<Step> mine : plan.steps) {
            if (random.nextInt(4) == 0) {
                mine.add(new Cancel(random.nextInt(plan.comms), random.nextInt(ranks)));
            }
            interleave(mine, random);
        }
        return plan;
    }

    private void addMessage(Random random, int longest, boolean named) {
        int comm = random.nextInt(comms);
        int from = random.nextInt(ranks);
        int to = random.nextInt(ranks);
        int tag = random.nextInt(3);
        int bytes = random.nextInt(3) == 0 ? random.nextInt(longest) : random.nextInt(64);
        SendMode mode = SendMode.values()[random.nextInt(3)];
        steps.get(from).add(new Send(messages++, comm, to, tag, bytes, mode, shape(random)));
        boolean anySource = !named && ((to + comm) & 1) != 0;
        boolean anyTag = !named && ((to + comm) & 2) != 0;
        How how = named ? How.POSTED : How.values()[random.nextInt(How.values().length)];
        int source = anySource ? Pml.ANY_SOURCE : from;
        int wanted = anyTag ? Pml.ANY_TAG : tag;
        steps.get(to).add(new Receive(comm, source, wanted, longest, shape(random), how));
    }

    private static Shape shape(Random random) {
        return Shape.values()[random.nextInt(Shape.values().length)];
    }

    /** Shuffles, but keeps the order of a rank's sends: it numbers them. */
    private static void interleave(List<Step> steps, Random random) {
        List<Step> sends = new ArrayList<>(steps.stream().filter(s -> s instanceof Send).toList());
        Collections.shuffle(steps, random);
        int next = 0;
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Send) {
                steps.set(i, sends.get(next++));
            }
        }
    }
}
