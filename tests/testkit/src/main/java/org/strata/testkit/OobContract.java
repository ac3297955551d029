package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.mca.oob.Oob;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** What every out-of-band channel must do, as {@link Oob} says it. */
@Timeout(value = 200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class OobContract {
    private static final long LONG_MILLIS = 60_000;
    private static final long SHORT_MILLIS = 50;
    private static final int SIZE = 4;

    private List<Oob> oobs;
    private ExecutorService threads;

    /** Opens the channels of one job's ranks, in order. */
    protected abstract List<Oob> open(int size) throws Exception;

    /** Closes what {@link #open} opened. */
    protected abstract void close(List<Oob> opened) throws Exception;

    @BeforeEach
    void openChannels() throws Exception {
        threads = Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
        oobs = open(SIZE);
    }

    @AfterEach
    void closeChannels() throws Exception {
        threads.shutdownNow();
        close(oobs);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private <T> Future<T> start(Callable<T> call) {
        return threads.submit(call);
    }

    private static <T> T join(Future<T> future) throws Exception {
        try {
            return future.get(LONG_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("on another thread: " + e.getCause(), e.getCause());
        }
    }

    // Publishing

    @Test
    void everyRankGetsWhatARankPut() throws Exception {
        oobs.get(1).put("btl.tcp", bytes("10.0.0.1:4711"));
        for (Oob oob : oobs) {
            assertThat(oob.get(1, "btl.tcp", LONG_MILLIS)).isEqualTo(bytes("10.0.0.1:4711"));
        }
    }

    @Test
    void keysBelongToTheirRank() throws Exception {
        for (int rank = 0; rank < SIZE; rank++) {
            oobs.get(rank).put("card", bytes("of rank " + rank));
            oobs.get(rank).put("card.2", bytes("second of rank " + rank));
        }
        for (Oob oob : oobs) {
            for (int rank = 0; rank < SIZE; rank++) {
                assertThat(oob.get(rank, "card", LONG_MILLIS)).isEqualTo(bytes("of rank " + rank));
                assertThat(oob.get(rank, "card.2", LONG_MILLIS))
                        .isEqualTo(bytes("second of rank " + rank));
            }
        }
    }

    @Test
    void getWaitsForThePut() throws Exception {
        List<Future<byte[]>> waiting = new ArrayList<>();
        for (Oob oob : oobs) {
            waiting.add(start(() -> oob.get(2, "late", LONG_MILLIS)));
            waiting.add(start(() -> oob.get(2, "late", LONG_MILLIS)));
        }
        assertThatThrownBy(() -> oobs.get(0).get(2, "never", SHORT_MILLIS))
                .isInstanceOf(TimeoutException.class);
        assertThat(waiting).noneMatch(Future::isDone);
        oobs.get(2).put("late", bytes("now"));
        for (Future<byte[]> one : waiting) {
            assertThat(join(one)).isEqualTo(bytes("now"));
        }
    }

    @Test
    void timeoutNamesRankAndKey() {
        assertThatThrownBy(() -> oobs.get(0).get(3, "some.key", SHORT_MILLIS))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("3")
                .hasMessageContaining("some.key");
    }

    @Test
    void getWorksAfterATimeout() throws Exception {
        assertThatThrownBy(() -> oobs.get(0).get(1, "slow", SHORT_MILLIS))
                .isInstanceOf(TimeoutException.class);
        oobs.get(1).put("slow", bytes("at last"));
        assertThat(oobs.get(0).get(1, "slow", LONG_MILLIS)).isEqualTo(bytes("at last"));
    }

    @Test
    void getIfPresentNeverWaits() throws Exception {
        assertThat(oobs.get(0).getIfPresent(1, "maybe")).isNull();
        oobs.get(1).put("maybe", bytes("yes"));
        oobs.get(0).get(1, "maybe", LONG_MILLIS);
        assertThat(oobs.get(0).getIfPresent(1, "maybe")).isEqualTo(bytes("yes"));
    }

    @Test
    void valuesOfEverySize() throws Exception {
        Random random = new Random(1);
        for (int size : new int[] {0, 1, 255, 256, 65_535, 65_536, 70_000, 3 << 20}) {
            byte[] value = new byte[size];
            random.nextBytes(value);
            oobs.get(0).put("size." + size, value);
            assertThat(oobs.get(3).get(0, "size." + size, LONG_MILLIS)).isEqualTo(value);
        }
    }

    @Test
    void putAndGetCopy() throws Exception {
        byte[] value = bytes("original");
        oobs.get(0).put("copy", value);
        Arrays.fill(value, (byte) 'x');
        byte[] got = oobs.get(1).get(0, "copy", LONG_MILLIS);
        assertThat(got).isEqualTo(bytes("original"));
        Arrays.fill(got, (byte) 'y');
        assertThat(oobs.get(1).get(0, "copy", LONG_MILLIS)).isEqualTo(bytes("original"));
    }

    @Test
    void manyKeysFromManyThreads() throws Exception {
        List<Future<Void>> work = new ArrayList<>();
        for (int rank = 0; rank < SIZE; rank++) {
            int own = rank;
            work.add(
                    start(() -> {
                        for (int i = 0; i < 200; i++) {
                            oobs.get(own).put("k" + i, bytes(own + ":" + i));
                            int peer = (own + i) % SIZE;
                            assertThat(oobs.get(own).get(peer, "k" + i, LONG_MILLIS))
                                    .isEqualTo(bytes(peer + ":" + i));
                        }
                        return null;
                    }));
        }
        for (Future<Void> one : work) {
            join(one);
        }
    }

    // Fences

    @Test
    void fenceWaitsForEveryRank() throws Exception {
        List<Future<Void>> early = new ArrayList<>();
        for (int rank = 0; rank < SIZE - 1; rank++) {
            early.add(start(fence(rank)));
        }
        assertThatThrownBy(() -> oobs.get(0).get(3, "never", 2 * SHORT_MILLIS))
                .isInstanceOf(TimeoutException.class);
        assertThat(early).as("before the last rank came").noneMatch(Future::isDone);
        oobs.get(SIZE - 1).fence();
        for (Future<Void> one : early) {
            join(one);
        }
    }

    private Callable<Void> fence(int rank) {
        return () -> {
            oobs.get(rank).fence();
            return null;
        };
    }

    @Test
    void fencesKeepRanksInStep() throws Exception {
        AtomicInteger arrived = new AtomicInteger();
        List<Future<Void>> work = new ArrayList<>();
        for (Oob oob : oobs) {
            work.add(
                    start(() -> {
                        for (int step = 1; step <= 100; step++) {
                            arrived.incrementAndGet();
                            oob.fence();
                            assertThat(arrived.get()).isGreaterThanOrEqualTo(step * SIZE);
                            assertThat(arrived.get()).isLessThanOrEqualTo((step + 1) * SIZE);
                        }
                        return null;
                    }));
        }
        for (Future<Void> one : work) {
            join(one);
        }
    }

    @Test
    void whatWasPutBeforeAFenceIsThereAfterIt() throws Exception {
        List<Future<Void>> work = new ArrayList<>();
        for (int rank = 0; rank < SIZE; rank++) {
            int own = rank;
            work.add(
                    start(() -> {
                        oobs.get(own).put("before", bytes("rank " + own));
                        oobs.get(own).fence();
                        int peer = (own + 1) % SIZE;
                        assertThat(oobs.get(own).get(peer, "before", LONG_MILLIS))
                                .isEqualTo(bytes("rank " + peer));
                        return null;
                    }));
        }
        for (Future<Void> one : work) {
            join(one);
        }
    }

    // Messages

    /** A listener that keeps what came. */
    private static final class Inbox implements Oob.Listener {
        private final BlockingQueue<String> letters = new LinkedBlockingQueue<>();

        @Override
        public void onMessage(int source, byte[] message) {
            letters.add(
                    source + ":" + new String(message, java.nio.charset.StandardCharsets.UTF_8));
        }

        String next() throws InterruptedException {
            String letter = letters.poll(LONG_MILLIS, TimeUnit.MILLISECONDS);
            assertThat(letter).as("a message").isNotNull();
            return letter;
        }
    }

    private Inbox listen(int rank, int tag) {
        Inbox inbox = new Inbox();
        oobs.get(rank).listen(tag, inbox);
        return inbox;
    }

    @Test
    void messagesOfOneSourceAndTagComeInOrder() throws Exception {
        Inbox inbox = listen(1, 5);
        for (int i = 0; i < 3000; i++) {
            oobs.get(0).send(1, 5, bytes("" + i));
        }
        for (int i = 0; i < 3000; i++) {
            assertThat(inbox.next()).isEqualTo("0:" + i);
        }
    }

    @Test
    void tagSelectsTheListener() throws Exception {
        Inbox five = listen(1, 5);
        Inbox six = listen(1, 6);
        oobs.get(0).send(1, 6, bytes("six"));
        oobs.get(0).send(1, 5, bytes("five"));
        assertThat(six.next()).isEqualTo("0:six");
        assertThat(five.next()).isEqualTo("0:five");
        assertThat(five.letters).isEmpty();
        assertThat(six.letters).isEmpty();
    }

    @Test
    void earlyMessagesAreKeptAndComeFirst() throws Exception {
        Inbox other = listen(1, 8);
        for (int i = 0; i < 50; i++) {
            oobs.get(0).send(1, 7, bytes("early " + i));
        }
        oobs.get(0).send(1, 8, bytes("marker"));
        other.next();
        Inbox late = listen(1, 7);
        oobs.get(0).send(1, 7, bytes("late"));
        for (int i = 0; i < 50; i++) {
            assertThat(late.next()).isEqualTo("0:early " + i);
        }
        assertThat(late.next()).isEqualTo("0:late");
    }

    @Test
    void aRankMaySendToItself() throws Exception {
        Inbox inbox = listen(2, 1);
        oobs.get(2).send(2, 1, bytes("me"));
        assertThat(inbox.next()).isEqualTo("2:me");
    }

    @Test
    void emptyAndLargeMessages() throws Exception {
        Inbox inbox = listen(3, 1);
        byte[] large = new byte[2 << 20];
        Arrays.fill(large, (byte) 'L');
        oobs.get(0).send(3, 1, new byte[0]);
        oobs.get(0).send(3, 1, large);
        assertThat(inbox.next()).isEqualTo("0:");
        assertThat(inbox.next()).hasSize(2 + large.length).endsWith("LLLL");
    }

    @Test
    void sendCopies() throws Exception {
        Inbox inbox = listen(1, 1);
        byte[] message = bytes("original");
        oobs.get(0).send(1, 1, message);
        Arrays.fill(message, (byte) 'x');
        assertThat(inbox.next()).isEqualTo("0:original");
    }

    @Test
    void listenersMaySend() throws Exception {
        Inbox answers = listen(0, 2);
        oobs.get(1).listen(1, (source, message) -> oobs.get(1).send(source, 2, message));
        for (int i = 0; i < 200; i++) {
            oobs.get(0).send(1, 1, bytes("ping " + i));
        }
        for (int i = 0; i < 200; i++) {
            assertThat(answers.next()).isEqualTo("1:ping " + i);
        }
    }

    @Test
    void allToAllLosesNothing() throws Exception {
        int each = 200;
        List<Inbox> inboxes = new ArrayList<>();
        for (int rank = 0; rank < SIZE; rank++) {
            inboxes.add(listen(rank, 9));
        }
        List<Future<Void>> work = new ArrayList<>();
        for (Oob oob : oobs) {
            work.add(
                    start(() -> {
                        for (int i = 0; i < each * SIZE; i++) {
                            oob.send(i % SIZE, 9, bytes("" + i / SIZE));
                        }
                        return null;
                    }));
        }
        for (Future<Void> one : work) {
            join(one);
        }
        for (Inbox inbox : inboxes) {
            List<String> found = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < each * SIZE; i++) {
                found.add(inbox.next());
                expected.add(i % SIZE + ":" + i / SIZE);
            }
            Collections.sort(found);
            Collections.sort(expected);
            assertThat(found).isEqualTo(expected);
        }
    }
}
