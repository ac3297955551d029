package org.strata.launcher.job;

import org.strata.launcher.host.SignalName;
import org.strata.launcher.job.RankProcess.Life;
import org.strata.mca.ess.Spawn;
import org.strata.opal.time.Clock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * The life of a running job: reacts to what ranks and users do until every process has ended. One
 * thread runs it; everybody else puts events into its queue.
 */
final class Job {
    private enum JobState {
        /** No rank has failed, and nobody has asked for the end. */
        RUNNING,
        /** The processes have been signalled to end. */
        ENDING,
        /** The time for that is up: the processes that are left are being killed. */
        KILLING,
        /** Every process has ended; their last output is being forwarded. */
        DRAINING,
        /** All output has been forwarded, or its time is up. */
        DONE
    }

    /**
     * Time that ranks have to end by the signal before their blocked calls fail: most end sooner,
     * and stack traces of ranks that have not failed help nobody.
     */
    private static final Duration QUIET = Duration.ofMillis(400);

    /** Time between two looks at the processes, and between two rounds of killing. */
    private static final Duration TICK = Duration.ofMillis(20);

    /** Time that killed processes have to disappear. */
    private static final Duration HOPELESS = Duration.ofSeconds(5);

    /**
     * How long a cause may be followed by the true one: ranks see that a peer has died, and Ctrl-C
     * reaches them, at the same time as mpirun does.
     */
    private static final Duration DOUBT = Duration.ofMillis(100);

    /** How long a rank's message waits for other ranks that say the same. */
    private static final Duration NOTICE = Duration.ofMillis(500);

    /** A job that has run for so long is no short one. */
    private static final Duration SETTLED = Duration.ofSeconds(1);

    /** How long output may keep coming from processes that outlive their rank. */
    private static final Duration DRAIN = Duration.ofSeconds(1);

    /** A second interrupt within this time ends mpirun at once. */
    private static final Duration IMPATIENCE = Duration.ofSeconds(5);

    private final List<RankProcess> ranks;
    private final BlockingQueue<JobEvent> events;
    private final JobProcesses processes;
    private final Verdicts verdicts;
    private final Hooks hooks;
    private final Clock clock;
    private final JobLimits limits;
    private final StartWatchdog watchdog;
    private JobState state = JobState.RUNNING;
    private Outcome outcome;
    private boolean announced;
    private int alive;
    private int streams;

    /** The ranks that were running when the job began to end, but for those that the end names. */
    private final Set<Integer> endedByUs = new HashSet<>();

    private final long started;
    private long stateSince;
    private boolean settled;
    private boolean interrupted;
    private long interruptedAt;
    private Outcome accused;
    private long accusedAt;

    private final RankMessages notices = new RankMessages();

    /** When a rank sent a message that has not been shown; 0 if there is none. */
    private long noticedAt;

    private boolean standstillAsked;
    private boolean standstillShown;
    private final AbortLog aborts = new AbortLog();

    /** Whether the job ends because a rank was killed or a host is gone. */
    private boolean lost;

    /** The accusation, if a rank's request to end the job came before any other. */
    private Outcome aborted;

    /** Ranks that have exited with the code of the accused one, while it was in doubt. */
    private final List<RankProcess> alike = new ArrayList<>();

    /** The end, if those ranks are the reason. */
    private Outcome exits;

    /** Ranks that have exited with that code, of their own accord, while the job was ending. */
    private final List<RankProcess> later = new ArrayList<>();

    /** What the job does to its surroundings. */
    interface Hooks {
        /** A rank's process has ended. */
        void exited(RankProcess rank);

        /** The job is being ended: ranks should not wait for each other any more. */
        void aborting(String reason);

        /** Prints a line for the user. */
        void warn(String line);

        /**
         * The job has run for a second, or a report of it was asked for: what a short job does
         * without may be set up.
         */
        void settled();

        /** Shows a message of some ranks. */
        void show(List<String> lines);

        /**
         * Starts processes that a rank asks for, at once or by an event {@link
         * JobEvent#spawnChecked}.
         *
         * @param ranks the processes so far, to which those that have been started are added
         * @param streams counts the streams that they write to
         * @param answer gets the outcome
         */
        void spawn(
                int parent,
                Spawn spawn,
                List<RankProcess> ranks,
                IntConsumer streams,
                Consumer<Spawn.Outcome> answer);

        /**
         * Finds out whether a rank that has reported it does not go on.
         *
         * @param ranks all ranks of the job
         * @param answer gets the lines to show, later; none if it may go on
         */
        void standstill(
                List<RankProcess> ranks, Standstill reported, Consumer<List<String>> answer);

        /** Prints what each rank does. */
        void report(List<RankProcess> ranks);

        /** The job is about to be ended because its time is up. */
        void timeout(List<RankProcess> ranks);

        /** Stops mpirun itself as Ctrl-Z would; returns when it is continued. */
        void stopSelf();

        /** Returns whether every output stream waits for its rank to write. */
        boolean outputIdle();
    }

    Job(
            List<RankProcess> ranks,
            int streams,
            BlockingQueue<JobEvent> events,
            JobProcesses processes,
            Verdicts verdicts,
            Hooks hooks,
            JobLimits limits,
            Clock clock) {
        this.ranks = ranks;
        this.streams = streams;
        this.events = events;
        this.processes = processes;
        this.verdicts = verdicts;
        this.hooks = hooks;
        this.limits = limits;
        this.clock = clock;
        alive = ranks.size();
        started = clock.nanoTime();
        stateSince = started;
        watchdog = new StartWatchdog(ranks, limits.initWarning());
    }

    /** Runs until every process of the job has ended. */
    Outcome run() throws InterruptedException {
        while (state != JobState.DONE) {
            JobEvent event = events.poll(nanosToNextTimer(clock.nanoTime()), TimeUnit.NANOSECONDS);
            long now = clock.nanoTime();
            // Events that have happened by now are applied before a timer: this thread may be late.
            while (event != null) {
                event.apply(this);
                event = events.poll();
            }
            tick(now);
            if (noticedAt != 0 && now - noticedAt > NOTICE.toNanos()) {
                showNotices();
            }
        }
        notices.rest().forEach(hooks::show);
        return outcome == null ? new Outcome(0, -1, List.of()) : withAllRanks(outcome);
    }

    /**
     * Ranks may have asked for the end of the job, or have exited, for the same reason while it was
     * ending.
     */
    private Outcome withAllRanks(Outcome verdict) {
        if (verdict == exits) {
            later.forEach(rank -> endedByUs.remove(rank.rank()));
            return Verdicts.withLater(verdict, later);
        }
        if (verdict != aborted) {
            return verdict;
        }
        endedByUs.removeAll(aborts.ranks());
        return new Outcome(verdict.exitCode(), verdict.rank(), aborts.sentences());
    }

    /**
     * Returns the lines that explain the ranks' requests to end the job; empty for none, and where
     * these are complaints about a rank or a host that the end names as lost.
     */
    String details() {
        return lost ? "" : aborts.details();
    }

    /** Returns how many ranks were running when the job began to end, beside those named. */
    int endedByUs() {
        return endedByUs.size();
    }

    void progressed(int rank, Life life) {
        ranks.get(rank).reached(life);
    }

    void abortRequested(int rank, int code, String message, String details) {
        Outcome verdict = verdicts.ofAbort(rank, code, message);
        aborts.add(rank, String.join("\n", verdict.text()), details);
        if (accused == null && outcome == null) {
            aborted = verdict;
        }
        accuse(verdict);
    }

    void noticed(int rank, String text) {
        notices.add(rank, text);
        if (noticedAt == 0) {
            noticedAt = clock.nanoTime();
        }
    }

    /** A rank has reported that it does not go on; whether that is so takes time to find out. */
    void standsStill(int rank, String text, long nanos) {
        if (state == JobState.RUNNING && !standstillShown && !standstillAsked) {
            standstillAsked = true;
            hooks.standstill(
                    List.copyOf(ranks),
                    new Standstill(rank, text, nanos),
                    lines -> events.add(JobEvent.standstillFound(lines)));
        }
    }

    void foundStandstill(List<String> lines) {
        standstillAsked = false;
        if (state == JobState.RUNNING && !lines.isEmpty()) {
            standstillShown = true;
            hooks.show(lines);
        }
    }

    private void showNotices() {
        noticedAt = 0;
        notices.fresh().forEach(hooks::show);
    }

    void spawnRequested(int parent, Spawn spawn, Consumer<Spawn.Outcome> answer) {
        spawnChecked(
                () -> hooks.spawn(parent, spawn, ranks, added -> streams += added, answer), answer);
    }

    void spawnChecked(Runnable start, Consumer<Spawn.Outcome> answer) {
        if (state != JobState.RUNNING) {
            answer.accept(Spawn.Outcome.refused("the job is being ended"));
            return;
        }
        int before = ranks.size();
        start.run();
        alive += ranks.size() - before;
    }

    void streamEnded() {
        streams--;
    }

    void exited(int number, int value) {
        RankProcess rank = ranks.get(number);
        if (!rank.running()) {
            // Its host was given up before its daemon reported this.
            return;
        }
        rank.exited(value);
        alive--;
        hooks.exited(rank);
        Outcome verdict = verdicts.ofExit(rank);
        SignalName signal = SignalName.ofExitValue(value);
        if (verdict != null && signal != null && !signal.polite()) {
            endByLoss(verdict);
        } else if (verdict != null) {
            boolean first = accused == null && outcome == null;
            boolean same = !alike.isEmpty() && alike.getFirst().status() == value;
            if (value != 0 && (first || same)) {
                note(rank, signal);
            }
            accuse(verdict);
        }
    }

    /** Notes a rank that has exited as others have; by a signal it may be this job's own end. */
    private void note(RankProcess rank, SignalName signal) {
        if (outcome == null) {
            alike.add(rank);
        } else if (signal == null) {
            later.add(rank);
        }
    }

    /** Returns the ranks of a host that run. */
    List<Integer> ranksOf(int node) {
        return ranks.stream()
                .filter(rank -> rank.host().number() == node && rank.running())
                .map(RankProcess::rank)
                .toList();
    }

    /** Hosts are lost with their ranks, whose streams end by themselves. */
    void ranksLost(List<Integer> lost, Outcome verdict) {
        for (int rank : lost) {
            ranks.get(rank).exited(Verdicts.FAILURE);
            alive--;
        }
        endByLoss(verdict);
    }

    private void endByLoss(Outcome verdict) {
        lost |= outcome == null;
        end(verdict);
    }

    /** Notes a cause that may be the consequence of another; the first one stays. */
    private void accuse(Outcome cause) {
        if (accused == null && outcome == null) {
            accused = cause;
            accusedAt = clock.nanoTime();
        }
    }

    void signalled(SignalName signal) {
        switch (signal) {
            case INT, TERM, HUP -> endByUser(signal);
            case TSTP -> {
                processes.signalAll(SignalName.STOP);
                hooks.stopSelf();
            }
            case USR2, ALRM -> {
                settle();
                hooks.report(ranks);
            }
            case CONT -> processes.signalAll(SignalName.CONT);
            default -> processes.signalRanks(signal);
        }
    }

    private void endByUser(SignalName signal) {
        long now = clock.nanoTime();
        if (interrupted && now - interruptedAt < IMPATIENCE.toNanos()) {
            processes.kill();
            enter(JobState.DONE);
            return;
        }
        interrupted = true;
        interruptedAt = now;
        if (state == JobState.RUNNING) {
            hooks.warn("got " + signal + "; ending the job. A second one ends it at once.");
            end(verdicts.ofInterrupt(signal));
        }
    }

    /** Begins to end the job; only the first reason counts. */
    private void end(Outcome reason) {
        if (outcome != null) {
            return;
        }
        outcome = reason;
        ranks.stream().filter(RankProcess::running).forEach(rank -> endedByUs.add(rank.rank()));
        endedByUs.remove(reason.rank());
        enter(JobState.ENDING);
    }

    /** Goes on as far as it can: what a state waits for may have happened before it was entered. */
    private void tick(long now) {
        JobState before;
        do {
            before = state;
            step(now);
        } while (state != before);
    }

    private void step(long now) {
        switch (state) {
            case RUNNING -> running(now);
            case ENDING -> ending(now);
            case KILLING -> killing(now);
            case DRAINING -> draining(now);
            case DONE -> {}
        }
    }

    private void running(long now) {
        if (accused != null && now - accusedAt > DOUBT.toNanos()) {
            exits = alike.isEmpty() ? null : verdicts.ofExits(alike);
            end(exits == null ? accused : exits);
        } else if (alive == 0 && accused == null) {
            enter(JobState.DRAINING);
        } else if (limits.timeout() != null && now - started > limits.timeout().toNanos()) {
            hooks.timeout(ranks);
            end(verdicts.ofTimeout(limits.timeout().toSeconds()));
        } else {
            watchdog.check(now).ifPresent(hooks::warn);
            if (now - started > SETTLED.toNanos()) {
                settle();
            }
        }
    }

    private void settle() {
        if (!settled) {
            settled = true;
            hooks.settled();
        }
    }

    private void ending(long now) {
        if (processes.ended() && alive == 0) {
            enter(JobState.DRAINING);
        } else if (now - stateSince > limits.sigkillTimeout().toNanos()) {
            enter(JobState.KILLING);
        } else if (!announced && now - stateSince > QUIET.toNanos()) {
            announced = true;
            hooks.aborting("the job is being ended");
        }
    }

    private void killing(long now) {
        processes.kill();
        boolean hopeless = now - stateSince > HOPELESS.toNanos();
        if ((processes.ended() && alive == 0) || hopeless) {
            enter(JobState.DRAINING);
        }
    }

    /** Waits for the last output; kills what outlived its rank and keeps streams open. */
    private void draining(long now) {
        boolean late = now - stateSince > DRAIN.toNanos();
        if (streams == 0 || late) {
            processes.sweep();
        }
        boolean stuck = now - stateSince > 2 * DRAIN.toNanos() && hooks.outputIdle();
        if (streams == 0 || stuck) {
            enter(JobState.DONE);
        }
    }

    private void enter(JobState next) {
        state = next;
        stateSince = clock.nanoTime();
        if (next == JobState.ENDING) {
            processes.end();
        }
    }

    private long nanosToNextTimer(long now) {
        if (state != JobState.RUNNING) {
            return TICK.toNanos();
        }
        long next = watchdog.nanosLeft(now);
        if (limits.timeout() != null) {
            next = Math.min(next, limits.timeout().toNanos() - (now - started));
        }
        if (!settled) {
            next = Math.min(next, SETTLED.toNanos() - (now - started));
        }
        if (noticedAt != 0) {
            next = Math.min(next, NOTICE.toNanos() - (now - noticedAt));
        }
        if (accused != null) {
            next = Math.min(next, TICK.toNanos());
        }
        return Math.max(0, next);
    }
}
