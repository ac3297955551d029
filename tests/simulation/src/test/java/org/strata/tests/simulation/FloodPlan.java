package org.strata.tests.simulation;

import org.strata.mca.pml.Pml;
import org.strata.mca.pml.SendMode;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A program of blocking calls that ends when memory is unlimited: floods that are received later,
 * in other orders, and messages that release other ranks in between.
 *
 * <p>It is drawn by carrying it out in the plan, one call after the other, where a send never
 * waits. So whatever the ranks' speeds, the call that is next in this order can always be carried
 * out, if sends do not wait: the program ends. A synchronous send is followed by its receive at
 * once. So that receives from any source do not take what others need, all receives of a rank in a
 * communicator are of one kind.
 */
final class FloodPlan {
    private static final int TAGS = 4;
    private static final int LONGEST_BURST = 60;

    final int ranks;
    final int comms;
    final List<List<Step>> steps = new ArrayList<>();
    int messages;

    private final Random random;
    private final int longest;

    /** Whether sends may be blocking; otherwise all are non-blocking, which end at any bound. */
    private final boolean blocking;

    /** Messages that have been sent and not received, in the order of the plan. */
    private final List<Send> pending = new ArrayList<>();

    /** A call. */
    sealed interface Step permits Send, Receive, Pause {}

    /** A send; one that does not block is waited for at the end of the program. */
    record Send(
            int id, int from, int to, int comm, int tag, int bytes, SendMode mode, boolean blocks)
            implements Step {}

    /** A receive that blocks. */
    record Receive(int from, int comm, int tag, How how) implements Step {}

    /** The rank does something else, without a call. */
    record Pause(int turns) implements Step {}

    /** How a receive waits. */
    enum How {
        RECEIVE,
        TEST,
        PROBE,
        MATCHED_PROBE
    }

    /**
     * @param longest bytes of the longest message, which is sent at once
     */
    FloodPlan(Random random, int longest, boolean blocking) {
        this.random = random;
        this.longest = longest;
        this.blocking = blocking;
        ranks = 2 + random.nextInt(3);
        comms = 1 + random.nextInt(3);
        for (int rank = 0; rank < ranks; rank++) {
            steps.add(new ArrayList<>());
        }
        for (int actions = 10 + random.nextInt(60); actions > 0; actions--) {
            act();
        }
        while (!pending.isEmpty()) {
            receive(pending.get(random.nextInt(pending.size())));
        }
    }

    /** Returns the bytes of the longest message. */
    int longest() {
        return longest;
    }

    private void act() {
        switch (random.nextInt(8)) {
            case 0, 1 -> burst();
            case 2 -> send(anyRank(), anyRank(), anyComm(), anyTag(), SendMode.STANDARD);
            case 3 -> synchronous();
            case 4 -> steps.get(anyRank()).add(new Pause(random.nextInt(300)));
            default -> {
                for (int i = random.nextInt(8); i >= 0 && !pending.isEmpty(); i--) {
                    receive(pending.get(random.nextInt(pending.size())));
                }
            }
        }
    }

    private int anyRank() {
        return random.nextInt(ranks);
    }

    private int anyComm() {
        return random.nextInt(comms);
    }

    private int anyTag() {
        return random.nextInt(TAGS);
    }

    private void burst() {
        int from = anyRank();
        int to = anyRank();
        int comm = anyComm();
        int tag = anyTag();
        boolean oneTag = random.nextBoolean();
        for (int i = random.nextInt(LONGEST_BURST); i >= 0; i--) {
            send(from, to, comm, oneTag ? tag : anyTag(), SendMode.STANDARD);
        }
    }

    private Send send(int from, int to, int comm, int tag, SendMode mode) {
        boolean blocks = blocking && random.nextInt(4) != 0;
        int bytes = random.nextInt(4) == 0 ? 0 : random.nextInt(longest + 1);
        Send send = new Send(messages++, from, to, comm, tag, bytes, mode, blocks);
        steps.get(from).add(send);
        pending.add(send);
        return send;
    }

    /**
     * The receive of a synchronous send must be the receiver's next call, and take no other message
     * instead.
     */
    private void synchronous() {
        int to = anyRank();
        int comm = anyComm();
        int from = anyRank();
        int tag = anyTag();
        boolean first =
                pending.stream()
                        .noneMatch(send -> send.to == to && takes(to, comm, from, tag, send));
        if (first && from != to && !anySource(to, comm)) {
            receive(send(from, to, comm, tag, SendMode.SYNCHRONOUS));
        }
    }

    private boolean anySource(int rank, int comm) {
        return ((rank + comm) & 3) == 1;
    }

    /** Returns whether a receive that means one message takes another one, too. */
    private boolean takes(int rank, int comm, int from, int tag, Send send) {
        return send.comm == comm && send.tag == tag && (anySource(rank, comm) || send.from == from);
    }

    /** Receives a message, or an older one that its receive takes first. */
    private void receive(Send wanted) {
        int source = anySource(wanted.to, wanted.comm) ? Pml.ANY_SOURCE : wanted.from;
        How how = How.values()[random.nextInt(How.values().length)];
        steps.get(wanted.to).add(new Receive(source, wanted.comm, wanted.tag, how));
        for (Send oldest : pending) {
            if (oldest.to == wanted.to
                    && takes(wanted.to, wanted.comm, wanted.from, wanted.tag, oldest)) {
                pending.remove(oldest);
                return;
            }
        }
        throw new AssertionError("nothing to receive");
    }
}
