package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.ess.Spawn;
import org.strata.oob.client.OobClient;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.JobMap;
import org.strata.oob.frame.JobMap.Place;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A job that gets a second world while it runs. */
class WorldsTest {
    private static final long HANDSHAKE_MILLIS = 60_000;
    private static final List<Place> ADDED =
            List.of(new Place("host7", 0, 0), new Place("host7", 1, 1));

    private static final List<Integer> NODES = List.of(0, 0);

    private TestJob job;

    @BeforeEach
    void start() throws IOException {
        job = new TestJob(2, HANDSHAKE_MILLIS);
    }

    @AfterEach
    void end() {
        job.close();
    }

    @Test
    void aNewWorldKnowsAllPlacesAndTheOldOneAsksForThem() throws Exception {
        OobClient old = job.join(0);
        assertThat(old.getIfPresent(1, JobMap.PLACE)).isNull();
        assertThat(old.getIfPresent(3, JobMap.PLACE)).isNull();
        assertThat(job.server().grow(ADDED, NODES).first()).isEqualTo(2);
        OobClient child = job.join(3);
        assertThat(child.map().first()).isEqualTo(2);
        assertThat(child.map().size()).isEqualTo(2);
        assertThat(child.map().places()).hasSize(4).endsWith(ADDED.get(0), ADDED.get(1));
        JobMap.Spawned told = JobMap.Spawned.decode(old.getIfPresent(3, JobMap.PLACE));
        assertThat(told).isEqualTo(new JobMap.Spawned(2, ADDED.get(1)));
    }

    @Test
    void aPlaceThatIsCutOffIsNone() {
        for (int bytes = 0; bytes < 12; bytes++) {
            byte[] cut = new byte[bytes];
            assertThatThrownBy(() -> JobMap.Spawned.decode(cut))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has " + bytes + " bytes");
        }
        Place nameless = new Place("", 0, 0);
        assertThat(JobMap.Spawned.decode(nameless.encode(4)).place()).isEqualTo(nameless);
    }

    /** The outcome comes from the launcher, through another rank. */
    @Test
    void anOutcomeThatIsCutOffIsARefusal() {
        byte[] whole = new Spawn.Outcome(3, List.of(2, 1), "").encode();
        for (int bytes = 0; bytes < whole.length; bytes++) {
            Spawn.Outcome read = Spawn.Outcome.decode(Arrays.copyOf(whole, bytes));
            assertThat(read.first()).isNegative();
            assertThat(read.problem()).contains("damaged", bytes + " bytes");
        }
        byte[] huge = ByteBuffer.allocate(12).putInt(0).putInt(Integer.MAX_VALUE).array();
        assertThat(Spawn.Outcome.decode(huge).first()).isNegative();
    }

    @Test
    void messagesAndCardsCrossWorlds() throws Exception {
        OobClient old = job.join(1);
        job.server().grow(ADDED, NODES);
        BlockingQueue<String> letters = new LinkedBlockingQueue<>();
        old.listen(5, (source, message) -> letters.add(source + " " + message.length));
        old.send(2, 5, new byte[3]);
        OobClient child = job.join(2);
        child.listen(5, (source, message) -> letters.add(source + " " + message.length));
        assertThat(letters.poll(60, TimeUnit.SECONDS)).isEqualTo("1 3");
        child.send(1, 5, new byte[4]);
        assertThat(letters.poll(60, TimeUnit.SECONDS)).isEqualTo("2 4");
        child.put("card", new byte[] {9});
        assertThat(old.get(2, "card", 60_000)).containsExactly(9);
    }

    /** The common pool has a single thread where there are two processors. */
    private static CompletableFuture<Void> inThread(Runnable task) {
        return CompletableFuture.runAsync(task, run -> TestJob.thread(run).start());
    }

    @Test
    void aFenceIsThatOfAWorld() throws Exception {
        OobClient first = job.join(0);
        OobClient second = job.join(1);
        job.server().grow(ADDED, NODES);
        OobClient child = job.join(2);
        CompletableFuture<Void> waiting = inThread(child::fence);
        CompletableFuture<Void> one = inThread(first::fence);
        second.fence();
        one.get(60, TimeUnit.SECONDS);
        assertThat(waiting).isNotDone();
        job.join(3).fence();
        waiting.get(60, TimeUnit.SECONDS);
    }

    @Test
    void aSpawnIsAnsweredWithItsOutcome() throws Exception {
        OobClient client = job.join(1);
        Spawn.Program program =
                new Spawn.Program(List.of("java", "-cp", "x", "Müller"), 3, Map.of("wdir", "/"));
        Spawn.Outcome outcome = client.spawn(new Spawn(List.of(program, program)));
        assertThat(outcome).isEqualTo(new Spawn.Outcome(1, List.of(3, 3), "no"));
        assertThat(job.spawns.poll(60, TimeUnit.SECONDS).programs())
                .containsExactly(program, program);
    }

    /** The server takes longer texts for damage, and would end the connection. */
    @Test
    void whatIsTooLongToSendIsRefusedHere() throws Exception {
        OobClient client = job.join(1);
        String longest = "x".repeat(Frame.TEXT_LIMIT);
        Spawn.Program fits = new Spawn.Program(List.of("a", longest), 1, Map.of());
        Spawn.Program over = new Spawn.Program(List.of("a", longest + "x"), 1, Map.of());
        assertThat(client.spawn(new Spawn(List.of(over))).counts()).isEmpty();
        assertThat(client.publish(longest + "x", "port")).isFalse();
        assertThat(client.publish(longest, "port")).isTrue();
        assertThat(client.spawn(new Spawn(List.of(fits))).counts()).containsExactly(1);
        assertThat(job.spawns).hasSize(1);
    }

    /** More than the sockets have room for. */
    @Test
    void whatWasSentBeforeTheEndArrives() throws Exception {
        OobClient leaves = job.join(0);
        OobClient stays = job.join(1);
        for (int i = 0; i < 32; i++) {
            leaves.put("card" + i, new byte[1 << 20]);
        }
        leaves.close();
        for (int i = 0; i < 32; i++) {
            assertThat(stays.get(0, "card" + i, 60_000)).hasSize(1 << 20);
        }
    }

    @Test
    void aNameIsPublishedOnce() throws Exception {
        OobClient one = job.join(0);
        OobClient other = job.join(1);
        assertThat(other.lookUp("service")).isNull();
        assertThat(one.publish("service", "port")).isTrue();
        assertThat(other.publish("service", "another")).isFalse();
        assertThat(other.lookUp("service")).isEqualTo("port");
        assertThat(other.unpublish("service", "another")).isFalse();
        assertThat(other.unpublish("service", "port")).isTrue();
        assertThat(one.lookUp("service")).isNull();
    }
}
