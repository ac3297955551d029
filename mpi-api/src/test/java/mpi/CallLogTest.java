package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.progress.Completion;
import org.strata.opal.report.TimelineEvents;
import org.strata.opal.report.TimelineFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What the log says of calls whose times are known, by a clock of the test's. */
class CallLogTest {
    private static final int MICRO = 1_000;

    private long now = 1L << 40;
    private final CallLog log = new CallLog(() -> now);
    private final CallStats function = log.stats("MPI_Test_function");

    /** A wait for a peer. */
    private static final class Wait implements Completion {
        private int peer;

        Wait(int peer) {
            this.peer = peer;
        }

        @Override
        public boolean isDone() {
            return false;
        }

        @Override
        public int awaited() {
            return peer;
        }
    }

    /** A round of a cold wait: a poll, then a pause. */
    private void round(Wait wait, boolean first, long poll, long pause) {
        now += poll;
        log.resting(wait, first);
        now += pause;
        log.rested();
    }

    private long waited(int peer) {
        return log.byPeer.containsKey(peer) ? log.byPeer.get(peer)[0] : 0;
    }

    @Test
    void aWaitIsDividedIntoWaitingAndTransfer() {
        log.begin(function);
        now += 3 * MICRO;
        Wait wait = new Wait(5);
        round(wait, true, 0, 40 * MICRO);
        round(wait, false, 2 * MICRO, 58 * MICRO);
        // The first packet has come: the data are moving.
        wait.peer = Completion.NOBODY;
        round(wait, false, MICRO, 30 * MICRO);
        now += 7 * MICRO;
        log.close();
        assertThat(function.calls).isEqualTo(1);
        assertThat(function.paused).isEqualTo(131 * MICRO);
        assertThat(function.waiting).isEqualTo(101 * MICRO);
        assertThat(waited(5)).isEqualTo(101 * MICRO);
        // 3 and 7 µs were hot.
        assertThat(function.time()).isEqualTo(141 * MICRO);
    }

    @Test
    void shortWaitsAreTransfer() {
        for (int i = 0; i < 10; i++) {
            log.begin(function);
            round(new Wait(1), true, 0, 19 * MICRO);
            log.close();
        }
        assertThat(function.waiting).isZero();
        assertThat(waited(1)).isZero();
        assertThat(function.time()).isEqualTo(190 * MICRO);
    }

    @Test
    void eachWaitOfACallCountsForItsPeer() {
        log.begin(function);
        round(new Wait(1), true, 0, 30 * MICRO);
        round(new Wait(2), true, 0, 50 * MICRO);
        round(new Wait(Completion.SEVERAL), true, 0, 70 * MICRO);
        log.close();
        assertThat(waited(1)).isEqualTo(30 * MICRO);
        assertThat(waited(2)).isEqualTo(50 * MICRO);
        assertThat(waited(Completion.SEVERAL)).isEqualTo(70 * MICRO);
        assertThat(log.sites.values())
                .singleElement()
                .satisfies(site -> {
                    assertThat(site.waits).isEqualTo(3);
                    assertThat(site.longest(-9)).isEqualTo(Completion.SEVERAL);
                });
    }

    /** What the library calls on its own behalf is a part of the program's call. */
    @Test
    void callsInsideOfCallsAreNone() {
        CallStats inner = log.stats("MPI_Inner");
        assertThat(log.begin(function)).isTrue();
        assertThat(log.begin(inner)).isFalse();
        log.close();
        assertThat(log.begin(inner)).isTrue();
        log.close();
        assertThat(function.calls).isEqualTo(1);
        assertThat(inner.calls).isEqualTo(1);
    }

    /** Waits outside of calls are the library's: MPI.Finalize, for example. */
    @Test
    void waitsOutsideOfCallsDoNotCount() {
        round(new Wait(1), true, 0, 1000 * MICRO);
        assertThat(waited(1)).isZero();
    }

    /** A million short calls of two lengths; few of them are timed. */
    @Test
    void timeOfShortCallsIsEstimated() {
        Random random = new Random(3);
        long exact = 0;
        for (int i = 0; i < 1_000_000; i++) {
            long length = random.nextInt(4) == 0 ? 300 : 60;
            log.begin(function);
            now += length;
            log.close();
            exact += length;
            now += 50;
        }
        assertThat(function.samples).isLessThan(2_000);
        assertThat((double) function.time())
                .isCloseTo((double) exact, within(0.15 * (double) exact));
        double error = Math.sqrt(function.variance());
        assertThat(error).isBetween(0.001 * (double) exact, 0.2 * (double) exact);
        assertThat(Math.abs(function.time() - exact)).isLessThan(Math.round(4 * error));
    }

    /** Rare calls are all timed, so their sum is exact. */
    @Test
    void rareCallsAreTimedExactly() {
        long exact = 0;
        for (int i = 0; i < 100; i++) {
            log.begin(function);
            now += 1000L * i;
            exact += 1000L * i;
            log.close();
            now += 20_000_000;
        }
        assertThat(function.time()).isEqualTo(exact);
        assertThat(function.samples).isEqualTo(100);
    }

    /** Is told of each part of a wait that counts, in order. */
    @Test
    void aListenerIsToldOfWaitsThatCount() {
        List<String> told = new ArrayList<>();
        CallLog heard =
                new CallLog(
                        () -> now,
                        new CallLog.WaitListener() {
                            @Override
                            public void begins(String name, int peer, Completion what) {
                                told.add(name + " for " + peer);
                            }

                            @Override
                            public void ends(long nanos) {
                                told.add("" + nanos);
                            }
                        },
                        null);
        CallStats call = heard.stats("MPI_Recv");
        Wait wait = new Wait(5);
        heard.begin(call);
        pause(heard, wait, true, 15);
        heard.close();
        assertThat(told).as("shorter than what counts").isEmpty();
        heard.begin(call);
        pause(heard, wait, true, 40);
        pause(heard, wait, false, 40);
        wait.peer = 6;
        pause(heard, wait, false, 30);
        wait.peer = Completion.NOBODY;
        pause(heard, wait, false, 90);
        heard.close();
        assertThat(told).containsExactly("MPI_Recv for 5", "80000", "MPI_Recv for 6", "30000");
    }

    /**
     * Regions lie in one another; an end without a begin is nothing, one outside ends those in it.
     */
    @Test
    void regionsHaveTheirTimes() {
        log.region("outer", true);
        now += 100 * MICRO;
        log.region("never begun", false);
        log.region("inner", true);
        log.begin(function);
        Wait wait = new Wait(5);
        round(wait, true, 0, 40 * MICRO);
        now += 7 * MICRO;
        log.close();
        log.region("outer", false);
        log.region("inner", false);
        log.region("open", true);
        now += 9 * MICRO;
        log.endRegions();
        assertThat(log.regions.sums)
                .containsEntry("inner", new RegionLog.Sum(1, 47 * MICRO, 47 * MICRO, 40 * MICRO))
                .containsEntry("outer", new RegionLog.Sum(1, 147 * MICRO, 47 * MICRO, 40 * MICRO))
                .containsEntry("open", new RegionLog.Sum(1, 9 * MICRO, 0, 0))
                .hasSize(3);
    }

    @Test
    void namesOfRegionsAreBounded() {
        for (int i = 0; i < 10_000; i++) {
            log.region("region " + i, true);
            log.region("region " + i, false);
            log.region("never ended", true);
        }
        log.endRegions();
        assertThat(log.regions.sums.size()).isLessThanOrEqualTo(65);
    }

    /** Calls and waits that take long are kept, short ones and those of short messages are not. */
    @Test
    void longEventsAreKeptForATimeline(@TempDir Path directory) throws Exception {
        Path path = directory.resolve("events");
        List<String> kept = new ArrayList<>();
        try (TimelineFile file = TimelineFile.create(path, 0)) {
            CallLog heard = new CallLog(() -> now, null, new EventTrack(file, 20 * MICRO));
            Wait wait = new Wait(5);
            CallStats call = heard.stats("MPI_Allreduce");
            heard.begin(call);
            now += 19 * MICRO;
            heard.close();
            heard.begin(call);
            pause(heard, wait, true, 19);
            wait.peer = 6;
            pause(heard, wait, false, 40);
            wait.peer = Completion.NOBODY;
            pause(heard, wait, false, 90);
            now += 11 * MICRO;
            heard.close();
            heard.begin(heard.receive);
            now += 100 * MICRO;
            heard.close();
            heard.begin(heard.receive);
            wait.peer = 7;
            pause(heard, wait, true, 30);
            heard.close();
            file.flush();
            TimelineEvents.of(TimelineFile.read(path))
                    .forEach(event ->
                            kept.add(
                                    event.kind()
                                            + " "
                                            + event.name()
                                            + " "
                                            + event.peer()
                                            + " "
                                            + event.nanos() / MICRO));
        }
        assertThat(kept)
                .containsExactly(
                        "WAIT MPI_Allreduce 6 40",
                        "TRANSFER MPI_Allreduce -1 90",
                        "CALL MPI_Allreduce -1 160",
                        "WAIT MPI_Recv 7 30");
    }

    private void pause(CallLog of, Wait wait, boolean first, long micros) {
        of.resting(wait, first);
        now += micros * MICRO;
        of.rested();
    }

    /** What a recording has of it: function, process, message, communicator and line. */
    @Test
    void aWaitIsAnEventOfTheFlightRecorder(@TempDir Path directory) throws IOException {
        Completion message =
                new Completion() {
                    @Override
                    public boolean isDone() {
                        return false;
                    }

                    @Override
                    public int awaited() {
                        return 5;
                    }

                    @Override
                    public WaitState waitState() {
                        String what = "a message of rank 5, tag 77, 8 bytes";
                        return new WaitState(what, "ocean", WaitState.Needs.ALL, List.of(5));
                    }
                };
        Path file = directory.resolve("waits.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(WaitEvents.WaitEvent.class);
            recording.start();
            CallLog recorded = new CallLog(() -> now, new WaitEvents(), null);
            recorded.begin(recorded.stats("MPI_Recv"));
            recorded.resting(message, true);
            now += 50 * MICRO;
            recorded.rested();
            recorded.close();
            recording.dump(file);
        }
        List<RecordedEvent> events =
                RecordingFile.readAllEvents(file).stream()
                        .filter(event ->
                                event.getEventType().getName().equals("org.strata.mpi.Wait"))
                        .toList();
        assertThat(events).hasSize(1);
        RecordedEvent event = events.getFirst();
        assertThat(event.getString("function")).isEqualTo("MPI_Recv");
        assertThat(event.getInt("peer")).isEqualTo(5);
        assertThat(event.getString("what")).contains("tag 77");
        assertThat(event.getString("communicator")).isEqualTo("ocean");
        assertThat(event.getDuration("waiting").toNanos()).isEqualTo(50 * MICRO);
    }

    /** Those of 20 µs and longer, with communicator and bytes; short ones make none. */
    @Test
    void aCollectiveIsAnEventOfTheFlightRecorder(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("collectives.jfr");
        List<String> told = new ArrayList<>();
        try (Recording recording = new Recording()) {
            recording.enable(WaitEvents.CollectiveEvent.class).withoutThreshold();
            recording.start();
            CallLog.WaitListener list =
                    new CallLog.WaitListener() {
                        @Override
                        public void begins(String name, int peer, Completion what) {}

                        @Override
                        public void ends(long nanos) {}

                        @Override
                        public void collectiveEnds(long nanos) {
                            told.add("" + nanos);
                        }
                    };
            CallLog recorded =
                    new CallLog(() -> now, new CallListeners(new WaitEvents(), list), null);
            collective(recorded, 19);
            collective(recorded, 50);
            recording.dump(file);
        }
        assertThat(told).containsExactly("50000");
        List<RecordedEvent> events =
                RecordingFile.readAllEvents(file).stream()
                        .filter(event ->
                                event.getEventType().getName().equals("org.strata.mpi.Collective"))
                        .toList();
        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("function")).isEqualTo("MPI_Bcast");
        assertThat(events.getFirst().getString("communicator")).isEqualTo("ocean");
        assertThat(events.getFirst().getLong("bytes")).isEqualTo(800);
    }

    private void collective(CallLog recorded, int micros) {
        recorded.begin(recorded.stats("MPI_Bcast"));
        recorded.collective("ocean", 800);
        now += (long) micros * MICRO;
        recorded.close();
    }
}
