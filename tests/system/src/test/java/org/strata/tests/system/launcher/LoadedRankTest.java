package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.Leftovers;
import org.strata.tests.system.launcher.programs.LoadedRank;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Jobs one after the other in class loaders of their own, in a program that goes on: this JVM, in
 * which Netty may use sun.misc.Unsafe and needs other methods than in ranks.
 */
class LoadedRankTest {
    private static final long SECONDS = 60;

    /** Neither threads nor what libraries register with the JDK hold mpi.jar's loader. */
    @Test
    void aJobThatIsOverPinsNoClassLoader() throws Exception {
        Leftovers leftovers = new Leftovers();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int job = 0; job < 3; job++) {
            loaders.add(run());
        }
        Awaitility.await()
                .atMost(SECONDS, TimeUnit.SECONDS)
                .pollInterval(50, TimeUnit.MILLISECONDS)
                .untilAsserted(() -> {
                    System.gc();
                    assertThat(loaders).allMatch(loader -> loader.get() == null);
                });
        leftovers.assertNothingNew();
    }

    private static WeakReference<ClassLoader> run() throws IOException, InterruptedException {
        URL[] path = {
            JobRunner.root().resolve("dist/lib/mpi.jar").toUri().toURL(),
            Path.of(JobRunner.classes()).toUri().toURL()
        };
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (URLClassLoader loader =
                new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            Thread rank = new Thread(() -> runIn(loader), "rank");
            rank.setContextClassLoader(loader);
            rank.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
            rank.start();
            rank.join();
            assertThat(failure.get()).isNull();
            return new WeakReference<>(loader);
        }
    }

    private static void runIn(ClassLoader loader) {
        try {
            Class<?> type = loader.loadClass(LoadedRank.class.getName());
            ((Runnable) type.getConstructor().newInstance()).run();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
