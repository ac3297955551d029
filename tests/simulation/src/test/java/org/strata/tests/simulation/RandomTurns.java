package org.strata.tests.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets threads run one at a time: a thread runs until it passes its turn, to any of the others. So
 * the threads of all ranks of a simulated job interleave as one seed decides.
 */
final class RandomTurns {
    private final Random random;
    private final long most;
    private final Runnable between;
    private final List<Member> living = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private long passes;
    private volatile Member turn;
    private volatile Throwable failure;

    /** A thread, and what makes the state of its rank the current one. */
    private static final class Member {
        private final String name;
        private final Runnable resume;
        private final Thread thread;

        Member(String name, Runnable resume, Runnable task) {
            this.name = name;
            this.resume = resume;
            this.thread = Thread.ofVirtual().unstarted(task);
        }
    }

    /**
     * @param most turns after which threads that have not ended are stuck
     * @param between runs between two turns
     */
    RandomTurns(Random random, long most, Runnable between) {
        this.random = random;
        this.most = most;
        this.between = between;
    }

    /**
     * Adds a thread: before {@link #run}, which starts it, or by a thread whose turn it is.
     *
     * @param resume runs in the thread whenever a turn of it begins
     */
    void add(String name, Runnable resume, Runnable task) {
        Member[] self = new Member[1];
        self[0] = new Member(name, resume, () -> live(self[0], task));
        members.add(self[0]);
        if (!living.isEmpty()) {
            living.add(self[0]);
            self[0].thread.start();
        }
    }

    /** Runs the threads to their ends; throws what the first one threw. */
    void run() {
        List<Member> first = List.copyOf(members);
        living.addAll(first);
        turn = first.getFirst();
        first.forEach(member -> member.thread.start());
        // Further ones are added while those before them run.
        for (int i = 0; i < members.size(); i++) {
            join(members.get(i).thread);
        }
        if (failure != null) {
            throw new IllegalStateException("a simulated thread failed", failure);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    // Whatever a thread throws ends the whole run, and is its cause.
    @SuppressWarnings("CatchingUnchecked")
    private void live(Member self, Runnable task) {
        try {
            await(self);
            task.run();
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        } finally {
            living.remove(self);
            handOn();
        }
    }

    private void await(Member self) {
        while (turn != self && failure == null) {
            LockSupport.park(this);
        }
        if (failure != null) {
            throw new IllegalStateException("another thread failed");
        }
        self.resume.run();
    }

    /** Ends the calling thread's turn; returns when its next one begins. */
    void pass() {
        Member self = turn;
        if (++passes > most) {
            List<String> stuck = living.stream().map(member -> member.name).toList();
            throw new IllegalStateException("no end after " + most + " turns of " + stuck);
        }
        handOn();
        await(self);
    }

    private void handOn() {
        if (failure != null) {
            members.forEach(member -> LockSupport.unpark(member.thread));
        } else if (!living.isEmpty()) {
            between.run();
            turn = living.get(random.nextInt(living.size()));
            LockSupport.unpark(turn.thread);
        }
    }
}
