package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.launcher.host.SignalName;
import org.strata.launcher.job.RankProcess.Life;
import org.strata.mca.ess.Spawn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** The job's decisions, with processes that do not exist and a clock that runs by itself. */
class JobTest implements Job.Hooks {
    private static final long STEP = Duration.ofMillis(30).toNanos();
    private static final Duration GRACE = Duration.ofMillis(800);
    private static final Duration HOUR = Duration.ofHours(1);

    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final List<String> said = new ArrayList<>();
    private String details;
    private int ended;
    private Runnable whenShown = () -> {};
    private Runnable whenAborting = () -> {};
    private Runnable whenSettled = () -> {};
    private long now;

    /** How far the clock goes on between two looks at it. */
    private long step = STEP;

    @Override
    public void spawn(
            int parent,
            Spawn spawn,
            List<RankProcess> ranks,
            IntConsumer streams,
            Consumer<Spawn.Outcome> answer) {
        answer.accept(Spawn.Outcome.refused("no processes here"));
    }

    @Override
    public void standstill(
            List<RankProcess> ranks, Standstill reported, Consumer<List<String>> answer) {
        said.add("asked for rank " + reported.rank() + " of " + ranks.size());
        answer.accept(reported.nanos() < 5 ? List.of() : List.of(reported.text()));
        if (reported.nanos() < 5) {
            events.add(JobEvent.standstill(1, reported.text(), reported.nanos() + 1));
        }
    }

    private Outcome run(int ranks, Duration timeout, JobEvent... happening) throws Exception {
        return within(new JobLimits(timeout, GRACE, HOUR), ranks, happening);
    }

    /** The processes end only when they are told to. */
    private Outcome slowly(int ranks, Runnable whenTold) throws Exception {
        whenAborting = whenTold;
        return run(ranks, null);
    }

    private Outcome within(JobLimits limits, int ranks, JobEvent... happening) throws Exception {
        events.addAll(List.of(happening));
        List<RankProcess> processes = IntStream.range(0, ranks).mapToObj(FakeHost::rank).toList();
        JobProcesses tree = new JobProcesses(List.of(new FakeHost(0)));
        Verdicts verdicts = new Verdicts("here");
        Job job = new Job(processes, 0, events, tree, verdicts, this, limits, () -> now += step);
        Outcome outcome = job.run();
        details = job.details();
        ended = job.endedByUs();
        return outcome;
    }

    @Test
    void everybodyExitsWithZero() throws Exception {
        Outcome outcome = run(2, null, JobEvent.exit(0, 0), JobEvent.exit(1, 0));
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.text()).isEmpty();
    }

    @Test
    void theFirstFailureDecides() throws Exception {
        Outcome outcome =
                run(3, null, JobEvent.exit(1, 3), JobEvent.exit(0, 4), JobEvent.exit(2, 143));
        assertThat(outcome.exitCode()).isEqualTo(3);
        assertThat(outcome.rank()).isEqualTo(1);
    }

    @Test
    void aKilledRankIsTheCauseOfItsPeersComplaints() throws Exception {
        Outcome outcome =
                run(
                        3,
                        null,
                        JobEvent.abort(0, 17, "lost rank 1", "[here:1] *** no BTL\n"),
                        JobEvent.exit(2, 1),
                        JobEvent.exit(1, 137),
                        JobEvent.exit(0, 143));
        assertThat(outcome.exitCode()).isEqualTo(137);
        assertThat(outcome.rank()).isEqualTo(1);
        assertThat(details).as("the box says why").isEmpty();
    }

    /** The code of most is one message; ranks that exit otherwise, or later, are not named. */
    @Test
    void ranksThatExitAlikeAreNamedTogether() throws Exception {
        Outcome outcome =
                run(
                        4,
                        null,
                        JobEvent.exit(2, 1),
                        JobEvent.exit(1, 7),
                        JobEvent.exit(3, 1),
                        JobEvent.exit(0, 1));
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.rank()).isZero();
        assertThat(outcome.text())
                .contains("Ranks 0, 2-3 exited with code 1; the job has been ended.");
    }

    /** The job's thread may find many events that waited while it did not run. */
    @Test
    void whatHasHappenedCountsHoweverLateItIsHeard() throws Exception {
        JobEvent[] happening = new JobEvent[22];
        Arrays.fill(happening, JobEvent.progress(2, Life.INITIALIZED));
        happening[0] = JobEvent.exit(0, 1);
        happening[20] = JobEvent.exit(1, 137);
        happening[21] = JobEvent.exit(2, 143);
        assertThat(run(3, null, happening).rank()).isEqualTo(1);
    }

    @Test
    void abortByItself() throws Exception {
        Outcome outcome =
                run(
                        2,
                        null,
                        JobEvent.abort(1, 0x107, "enough", ""),
                        JobEvent.exit(0, 143),
                        JobEvent.exit(1, 143));
        assertThat(outcome.exitCode()).isEqualTo(7);
        assertThat(outcome.text()).containsExactly("enough");
    }

    /** Ranks that cannot start say why at the same time, with other names in it. */
    @Test
    void noticesAreShownOnce() throws Exception {
        run(
                2,
                null,
                JobEvent.notice(0, "-".repeat(74) + "\nNo link.\n\n  Process: 0\n"),
                JobEvent.notice(1, "-".repeat(74) + "\nNo link.\n\n  Process: 1\n"),
                JobEvent.notice(1, "Another one"),
                JobEvent.exit(0, 0),
                JobEvent.exit(1, 0));
        assertThat(said)
                .containsExactly(
                        "[No link., ,   Process: 0, , Ranks that say so: 0-1]", "[Another one]");
    }

    /** A rank on a busy core says the same a second later: it is named at the job's end. */
    @Test
    @Timeout(20)
    void ranksWhoseNoticeComesLateAreNamed() throws Exception {
        step = Duration.ofSeconds(2).toNanos();
        whenSettled = () -> events.add(JobEvent.notice(0, "No link.\n\n  Process: 0\n"));
        whenShown =
                () ->
                        events.addAll(
                                List.of(
                                        JobEvent.notice(2, "No link.\n\n  Process: 2\n"),
                                        JobEvent.notice(0, "No link.\n\n  Process: 0\n"),
                                        JobEvent.notice(1, "No link.\n\n  Process: 1\n"),
                                        JobEvent.exit(0, 0),
                                        JobEvent.exit(1, 0),
                                        JobEvent.exit(2, 0)));
        run(3, null);
        assertThat(said)
                .containsExactly(
                        "settled",
                        "[No link., ,   Process: 0]",
                        "[Later other ranks said the same:, ,   ranks 1-2: No link.]");
    }

    /** What turns out to be no standstill is asked for again; what does is shown once. */
    @Test
    @Timeout(20)
    void aStandstillIsShownOnce() throws Exception {
        whenShown =
                () ->
                        events.addAll(
                                List.of(
                                        JobEvent.standstill(1, "full", 9),
                                        JobEvent.exit(0, 0),
                                        JobEvent.exit(1, 0)));
        run(2, null, JobEvent.standstill(1, "full", 3));
        String asked = "asked for rank 1 of 2";
        assertThat(said).containsExactly(asked, asked, asked, "[full]");
    }

    /** No other event follows: the job's thread has a timer for what it holds back. */
    @Test
    @Timeout(20)
    void aLoneNoticeIsShown() throws Exception {
        step = Duration.ofSeconds(2).toNanos();
        whenSettled = () -> events.add(JobEvent.notice(0, "slow"));
        whenShown = () -> events.add(JobEvent.exit(0, 0));
        run(1, null);
        assertThat(said).containsExactly("settled", "[slow]");
    }

    /** A daemon that has lost its word with mpirun may still say how its ranks have ended. */
    @Test
    void theEndOfARankOfALostHostCountsOnce() throws Exception {
        Outcome lost = new Outcome(1, -1, List.of("lost"));
        run(
                2,
                null,
                job -> job.ranksLost(job.ranksOf(0), lost),
                JobEvent.exit(0, 143),
                JobEvent.exit(1, 143));
        assertThat(Duration.ofNanos(now)).isLessThan(GRACE);
    }

    /** Ranks that fail alike are one message, also if some of them fail while the job ends. */
    @Test
    void ranksThatAbortAlikeAreNamedTogether() throws Exception {
        String call = " ended the job: MPI_ERR_RANK in MPI_Send.";
        Outcome outcome =
                run(
                        4,
                        null,
                        JobEvent.abort(0, 6, "Rank 0" + call, "[here:11] *** bad rank\n"),
                        JobEvent.abort(2, 6, "Rank 2" + call, "[here:33] *** bad rank\n"),
                        JobEvent.abort(1, 6, "Rank 1" + call, "[here:22] *** bad rank\n"),
                        JobEvent.abort(3, 6, "Rank 3" + call, "[here:44] *** other\n"),
                        JobEvent.exit(0, 143),
                        JobEvent.exit(1, 143),
                        JobEvent.exit(2, 143),
                        JobEvent.exit(3, 143));
        assertThat(outcome.exitCode()).isEqualTo(6);
        assertThat(outcome.text()).containsExactly("Ranks 0-2" + call, "Rank 3" + call);
        assertThat(details).isEqualTo("[here:11] *** bad rank\n[here:44] *** other\n");
        assertThat(ended).as("all are named").isZero();
    }

    /** Several threads of a rank fail at once, each in another call. */
    @Test
    void aRankThatAbortsInSeveralThreadsIsNamedOnce() throws Exception {
        Outcome outcome =
                run(
                        3,
                        null,
                        JobEvent.abort(1, 6, "Rank 1 ended the job: in MPI_Send.", "a\n"),
                        JobEvent.abort(1, 6, "Rank 1 ended the job: in MPI_Recv.", "b\n"),
                        JobEvent.abort(1, 7, "Rank 1 ended the job: in MPI_Send.", "a\n"),
                        JobEvent.exit(0, 143),
                        JobEvent.exit(1, 143),
                        JobEvent.exit(2, 143));
        assertThat(outcome.exitCode()).isEqualTo(6);
        assertThat(outcome.text()).containsExactly("Rank 1 ended the job: in MPI_Send.");
        assertThat(details).isEqualTo("a\n");
    }

    /** Who is named in the box is no other rank, however many messages name it. */
    @Test
    void othersAreThoseThatTheBoxDoesNotName() throws Exception {
        events.add(JobEvent.abort(0, 6, "Rank 0 ended the job.", "x\n"));
        events.add(JobEvent.abort(2, 6, "Rank 2 lost rank 0.", "y\n"));
        Outcome outcome =
                slowly(
                        4,
                        () -> {
                            events.add(JobEvent.abort(3, 6, "Rank 3 lost rank 0.", "y\n"));
                            for (int rank = 0; rank < 4; rank++) {
                                events.add(JobEvent.exit(rank, 143));
                            }
                        });
        assertThat(outcome.text())
                .containsExactly("Rank 0 ended the job.", "Ranks 2-3 lost rank 0.");
        assertThat(ended).as("rank 1").isEqualTo(1);
    }

    @Test
    void controlCSeenFirstByARankIsNoFailure() throws Exception {
        Outcome outcome =
                run(
                        2,
                        null,
                        JobEvent.exit(0, 130),
                        JobEvent.signal(SignalName.INT),
                        JobEvent.exit(1, 130));
        assertThat(outcome.exitCode()).isEqualTo(130);
        assertThat(outcome.text()).isEmpty();
        assertThat(said).singleElement().asString().contains("got SIGINT");
    }

    @Test
    void aReportIsPrintedOnRequest() throws Exception {
        run(2, null, JobEvent.signal(SignalName.USR2), JobEvent.exit(0, 0), JobEvent.exit(1, 0));
        assertThat(said).containsExactly("settled", "report of 2");
    }

    @Test
    void theSecondInterruptDoesNotWait() throws Exception {
        JobLimits limits = new JobLimits(null, HOUR, HOUR);
        Outcome outcome =
                within(
                        limits,
                        2,
                        JobEvent.signal(SignalName.TERM),
                        JobEvent.signal(SignalName.INT));
        assertThat(outcome.exitCode()).isEqualTo(143);
        assertThat(now).isLessThan(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void leavingBetweenInitAndFinalize() throws Exception {
        Outcome outcome = run(1, null, JobEvent.progress(0, Life.INITIALIZED), JobEvent.exit(0, 0));
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(
                        run(
                                        1,
                                        null,
                                        JobEvent.progress(0, Life.INITIALIZED),
                                        JobEvent.progress(0, Life.FINALIZED),
                                        JobEvent.exit(0, 0))
                                .exitCode())
                .isZero();
    }

    /** On a busy host ranks that fail alike do so while the first one's failure ends the job. */
    @Test
    void ranksThatExitAlikeLaterHaveNotBeenEnded() throws Exception {
        events.add(JobEvent.exit(1, 1));
        Outcome outcome =
                slowly(
                        4,
                        () -> {
                            events.add(JobEvent.exit(2, 143));
                            events.add(JobEvent.exit(3, 1));
                            events.add(JobEvent.exit(0, 1));
                        });
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.text())
                .startsWith("Rank 1 exited with code 1; the job has been ended.")
                .endsWith("", "Ranks 0, 3 have exited with the same code.");
        assertThat(ended).as("rank 2").isEqualTo(1);
    }

    /** Who ends by the signal of a job's end has not exited by itself. */
    @Test
    void ranksThatAreEndedHaveNotExitedAlike() throws Exception {
        events.add(JobEvent.exit(1, 143));
        Outcome outcome =
                slowly(
                        3,
                        () -> {
                            events.add(JobEvent.exit(2, 143));
                            events.add(JobEvent.exit(0, 143));
                        });
        assertThat(outcome.text()).noneMatch(line -> line.contains("same code"));
        assertThat(ended).as("ranks 0 and 2").isEqualTo(2);
    }

    @Test
    void timeoutEvenIfProcessesCannotBeKilled() throws Exception {
        step = Duration.ofMillis(300).toNanos();
        Duration timeout = Duration.ofMillis(200);
        assertThat(run(1, timeout).exitCode()).isEqualTo(110);
        assertThat(now).isGreaterThan(timeout.plus(GRACE).toNanos());
        assertThat(said).containsExactly("timeout of 1");
    }

    @Override
    public void exited(RankProcess rank) {}

    @Override
    public void aborting(String reason) {
        whenAborting.run();
    }

    @Override
    public void settled() {
        said.add("settled");
        whenSettled.run();
    }

    @Override
    public void show(List<String> lines) {
        said.add(lines.toString());
        whenShown.run();
    }

    @Override
    public void warn(String line) {
        said.add(line);
    }

    @Override
    public void report(List<RankProcess> ranks) {
        said.add("report of " + ranks.size());
    }

    @Override
    public void timeout(List<RankProcess> ranks) {
        said.add("timeout of " + ranks.size());
    }

    @Override
    public void stopSelf() {}

    @Override
    public boolean outputIdle() {
        return true;
    }
}
