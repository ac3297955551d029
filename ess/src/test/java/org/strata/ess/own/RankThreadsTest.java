package org.strata.ess.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.sys.KernelThreads;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** On real threads: each test's own thread is bound, and what it starts. */
class RankThreadsTest {
    private static final String COMPILERS = "C1 Compiler";

    private final BitSet all = BitSet.valueOf(KernelThreads.affinity(0));
    private final BitSet own = new BitSet();

    RankThreadsTest() {
        own.set(all.nextSetBit(0));
    }

    private static BitSet affinity() {
        return BitSet.valueOf(KernelThreads.affinity(0));
    }

    /** Runs a rank's Init on a thread of its own; returns that thread's processors afterwards. */
    private BitSet bind(Map<String, String> environment, Runnable behind)
            throws InterruptedException {
        AtomicReference<BitSet> result = new AtomicReference<>();
        Thread rank =
                Thread.ofPlatform()
                        .start(() -> {
                            ThreadBinding.bind(environment);
                            result.set(affinity());
                            behind.run();
                        });
        rank.join();
        return result.get();
    }

    @Test
    void threadsThatABoundThreadStartsAreFree() throws InterruptedException {
        assumeTrue(all.cardinality() > 1, "needs two processors");
        Map<String, String> environment = new HashMap<>();
        ThreadBinding.addDefault(environment, own.toLongArray(), all.toLongArray());
        BitSet bound =
                bind(
                        environment,
                        () -> {
                            assertThat(affinityOfChild()).as("first thread").isEqualTo(all);
                            assertThat(affinityOfChild()).as("later thread").isEqualTo(all);
                        });
        assertThat(bound).isEqualTo(own);
        BitSet first = BitSet.valueOf(KernelThreads.affinity((int) ProcessHandle.current().pid()));
        assertThat(first).as("what others see").isEqualTo(own);
        KernelThreads.bind((int) ProcessHandle.current().pid(), all.toLongArray());
    }

    /** Starts a thread, and returns its processors once it has been let go, at the latest. */
    private BitSet affinityOfChild() {
        AtomicReference<BitSet> seen = new AtomicReference<>();
        CountDownLatch over = new CountDownLatch(1);
        Thread.ofPlatform()
                .start(() -> {
                    while (!affinity().equals(all)) {
                        Thread.onSpinWait();
                    }
                    seen.set(affinity());
                    over.countDown();
                });
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return seen.get();
    }

    /** Of the other compilers: the JVM of this module's tests leaves the optimizing ones out. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    @Timeout(120)
    void compilersGiveWayForAWhile(int more) throws InterruptedException, IOException {
        assertThat(compilers()).isNotEmpty();
        int own = nice(Path.of("/proc/thread-self"));
        assumeTrue(
                KernelThreads.setNice(0, own + 1) && KernelThreads.setNice(0, own),
                "this process may not raise a priority");
        int usual = own + more;
        Set<Path> set = setCompilers(usual);
        boolean gaveWay = false;
        // A machine that does other things may not let this thread look within that while.
        while (!gaveWay) {
            Thread looking = Thread.ofPlatform().start(new RankThreads(true, COMPILERS));
            while (looking.isAlive() && !gaveWay) {
                gaveWay = still(set).stream().allMatch(nice -> nice > usual);
            }
            looking.join();
            assertThat(still(set)).isNotEmpty().containsOnly(usual);
        }
    }

    /** The JVM starts further compilers from those that it has, which have a low priority then. */
    @Test
    @Timeout(120)
    void compilersThatOthersHaveStartedGetTheProgramsPriority()
            throws InterruptedException, IOException {
        int own = nice(Path.of("/proc/thread-self"));
        assumeTrue(
                KernelThreads.setNice(0, own + 1) && KernelThreads.setNice(0, own),
                "this process may not raise a priority");
        Set<Path> set = setCompilers(19);
        Thread.ofPlatform().start(new RankThreads(true, COMPILERS)).join();
        assertThat(still(set)).isNotEmpty().containsOnly(own);
    }

    @AfterEach
    void usualPriorities() throws IOException {
        setCompilers(nice(Path.of("/proc/thread-self")));
    }

    private static Set<Path> setCompilers(int nice) throws IOException {
        Set<Path> set = compilers().keySet();
        for (Path each : set) {
            KernelThreads.setNice(Integer.parseInt(each.getFileName().toString()), nice);
        }
        return set;
    }

    /** The priorities of those of some threads that have not ended. */
    private static Collection<Integer> still(Set<Path> threads) throws IOException {
        Map<Path, Integer> still = compilers();
        still.keySet().retainAll(threads);
        return still.values();
    }

    /**
     * The compilers' threads and their priorities. The JVM starts such threads and ends them as it
     * has work for them, so that one listed by the kernel may have ended when its file is read.
     */
    private static Map<Path, Integer> compilers() throws IOException {
        Map<Path, Integer> compilers = new HashMap<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                try {
                    if (Files.readString(task.resolve("comm")).startsWith(COMPILERS)) {
                        compilers.put(task, nice(task));
                    }
                } catch (IOException ended) {
                    // A file that is gone (ENOENT), or a thread that ended while it was read
                    // (ESRCH).
                    continue;
                }
            }
        }
        return compilers;
    }

    /** The nineteenth field, counted behind the name, which may have blanks. */
    private static int nice(Path task) throws IOException {
        String stat = Files.readString(task.resolve("stat"));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
    }

    /** Ranks that share a core would wake such a thread ten times a second each. */
    @Test
    void whereNothingIsBoundTheThreadEndsWithItsWork() {
        new RankThreads(false).run();
        new RankThreads(true).run();
        assertThat(affinity()).isEqualTo(all);
    }

    /** As with taskset around the program. */
    @Test
    void otherProcessorsAreTheUsersDecision() throws InterruptedException {
        Map<String, String> environment = new HashMap<>();
        BitSet more = (BitSet) all.clone();
        more.set(all.length() + 1);
        ThreadBinding.addDefault(environment, own.toLongArray(), more.toLongArray());
        assertThat(bind(environment, () -> {})).isEqualTo(all);
    }

    /** On another processor than the other test, whose looks for threads last. */
    @Test
    void whatTheUserAskedForIsInherited() throws InterruptedException {
        Map<String, String> environment = new HashMap<>();
        BitSet asked = new BitSet();
        asked.set(all.length() - 1);
        ThreadBinding.addTo(environment, asked.toLongArray());
        AtomicReference<BitSet> child = new AtomicReference<>();
        BitSet bound =
                bind(
                        environment,
                        () -> {
                            Thread thread = Thread.ofPlatform().start(() -> child.set(affinity()));
                            try {
                                thread.join();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        assertThat(bound).isEqualTo(asked);
        assertThat(child.get()).isEqualTo(asked);
    }
}
