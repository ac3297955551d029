package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.mca.ess.EssComponent;
import org.strata.mca.ess.EssComponent.Membership;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.proc.Proc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;

/**
 * What every process environment must do, as {@link EssComponent} and {@link ProcessEnvironment}
 * say it: each rank of a job finds itself and the others, and the ranks can speak to each other.
 */
@Timeout(value = 200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class EssContract {
    private static final String KEY = "contract.card";
    private static final long LONG_MILLIS = 60_000;

    private final List<Membership> joined = new ArrayList<>();

    /**
     * Starts a launcher, or what stands for it, and returns the components of the ranks that it
     * would start, in order: two or more on at least two nodes, or one where a job has one rank.
     */
    protected abstract List<EssComponent> launch() throws Exception;

    /** Ends what {@link #launch} started. */
    protected abstract void end() throws Exception;

    /** Returns the component as a process sees it that its launcher did not start, or null. */
    protected abstract EssComponent notLaunched();

    @AfterEach
    void leave() throws Exception {
        together(
                joined,
                membership -> {
                    membership.environment().close();
                    return membership;
                });
        end();
    }

    private List<ProcessEnvironment> join() throws Exception {
        List<EssComponent> components = launch();
        for (EssComponent component : components) {
            assertThat(component.framework()).isEqualTo("ess");
            assertThat(component.available()).isTrue();
        }
        joined.addAll(together(components, EssComponent::join));
        return joined.stream().map(Membership::environment).toList();
    }

    /** A step that a rank takes. */
    private interface Step<T, R> {
        R take(T rank) throws Exception;
    }

    /**
     * Has all ranks take a step at the same time, as processes do: they may wait for each other.
     */
    private static <T, R> List<R> together(List<T> ranks, Step<T, R> step) throws Exception {
        List<FutureTask<R>> tasks =
                ranks.stream().map(rank -> new FutureTask<R>(() -> step.take(rank))).toList();
        tasks.forEach(task -> Thread.ofPlatform().daemon().start(task));
        List<R> results = new ArrayList<>();
        for (FutureTask<R> task : tasks) {
            results.add(task.get());
        }
        return results;
    }

    @Test
    void isAvailableInItsOwnEnvironmentOnly() {
        EssComponent component = notLaunched();
        assertThat(component == null || !component.available()).isTrue();
    }

    @Test
    void everyRankFindsItselfAndTheOthers() throws Exception {
        List<ProcessEnvironment> ranks = join();
        for (ProcessEnvironment self : ranks) {
            assertThat(self.rank()).isEqualTo(ranks.indexOf(self));
            assertThat(self.size()).isEqualTo(ranks.size());
            assertThat(self.procs())
                    .extracting(Proc::rank)
                    .containsExactlyElementsOf(IntStream.range(0, ranks.size()).boxed().toList());
            String host = self.procs().get(self.rank()).host();
            List<Proc> local = self.procs().stream().filter(Proc::local).toList();
            assertThat(local).hasSize(self.localSize()).allMatch(p -> p.host().equals(host));
            assertThat(local)
                    .extracting(Proc::localRank)
                    .containsExactlyElementsOf(
                            IntStream.range(0, self.localSize()).boxed().toList());
            assertThat(self.appNum()).isNotNegative();
            assertThat(self.universeSize()).isPositive();
        }
    }

    @Test
    void allRanksOfAJobShareItsNameAndItsSecret() throws Exception {
        List<ProcessEnvironment> ranks = join();
        ProcessEnvironment first = ranks.getFirst();
        assertThat(first.jobId()).matches("[A-Za-z0-9._-]+");
        assertThat(first.secret()).hasSizeGreaterThanOrEqualTo(16);
        assertThat(ranks).extracting(ProcessEnvironment::jobId).containsOnly(first.jobId());
        assertThat(ranks).extracting(ProcessEnvironment::secret).containsOnly(first.secret());
        first.secret()[0]++;
        assertThat(first.secret()).isEqualTo(ranks.getLast().secret());
    }

    @Test
    void everyRankReachesEveryOther() throws Exception {
        join();
        for (Membership self : joined) {
            byte[] card = ("card " + self.environment().rank()).getBytes(StandardCharsets.UTF_8);
            self.oob().put(KEY, card);
        }
        for (Membership self : joined) {
            for (int peer = 0; peer < joined.size(); peer++) {
                assertThat(self.oob().get(peer, KEY, LONG_MILLIS))
                        .asString(StandardCharsets.UTF_8)
                        .isEqualTo("card " + peer);
            }
        }
    }

    @Test
    void aRankReportsBothEndsOfItsLifeAndLeavesTwiceUnharmed() throws Exception {
        together(
                join(),
                self -> {
                    self.reportInitialized();
                    self.reportFinalized();
                    self.close();
                    self.close();
                    return self;
                });
    }
}
