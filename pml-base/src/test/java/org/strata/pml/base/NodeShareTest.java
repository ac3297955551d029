package org.strata.pml.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.proc.Proc;
import org.strata.testkit.FakeJob;
import org.strata.testkit.RecordingOutput;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A rank's share of the node, and whom it reports to when that is used up. */
class NodeShareTest {
    private final FakeJob job = FakeJob.of(2);
    private final RecordingOutput output = new RecordingOutput();
    private int localSize = 2;
    private boolean launcherLooks;
    private String reported;

    private final ProcessEnvironment environment = environment();
    private final NodeShare share = new NodeShare(() -> environment, output);

    /** Rank 1's, but for the size of the node and the launcher. */
    private ProcessEnvironment environment() {
        ProcessEnvironment real = job.rank(1).environment();
        InvocationHandler answer =
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "localSize" -> localSize;
                            case "suspectStandstill" -> {
                                reported = (String) arguments[0];
                                yield launcherLooks;
                            }
                            default -> method.invoke(real, arguments);
                        };
        Class<?>[] types = {ProcessEnvironment.class};
        ClassLoader loader = ProcessEnvironment.class.getClassLoader();
        return (ProcessEnvironment) Proxy.newProxyInstance(loader, types, answer);
    }

    @AfterEach
    void close() {
        job.close();
    }

    private void standstill(long seconds, Integer... held) {
        share.onStandstill(
                new Standstill(
                        "pml_x_max",
                        "More room: buy some.",
                        List.of("3 MiB in 7 messages"),
                        List.of(held),
                        TimeUnit.SECONDS.toNanos(seconds)));
    }

    @Test
    void theRanksOfANodeDivideItsHalf() {
        localSize = 1;
        assertThat(share.bytes()).isEqualTo(Math.max(MessageMemory.LEAST, NodeShare.ofNode()));
        localSize = 2;
        assertThat(share.bytes()).isEqualTo(Math.max(MessageMemory.LEAST, NodeShare.ofNode() / 2));
        localSize = 1 << 30;
        assertThat(share.bytes()).as("of many").isEqualTo(MessageMemory.LEAST);
        localSize = 0;
        assertThat(share.bytes()).as("of nobody knows how many").isPositive();
    }

    /** It looks at all ranks, and shows the text where nobody can go on. */
    @Test
    void aLauncherThatLooksIsToldAlone() {
        launcherLooks = true;
        for (int seconds : new int[] {2, 20, 200}) {
            reported = null;
            standstill(seconds, 0, 5);
            assertThat(reported)
                    .contains("Rank 1 keeps as many messages")
                    .contains("as pml_x_max allows")
                    .contains("3 MiB in 7 messages")
                    .contains("sends of ranks 0, 5 to rank 1 wait")
                    .contains("More room: buy some.");
        }
        assertThat(output.warnings()).isEmpty();
    }

    /** Nobody knows whether other ranks go on: only a long wait is worth a warning, and one. */
    @Test
    void withoutALauncherALongWaitIsShownOnce() {
        standstill(2, 0);
        standstill(10, 0);
        assertThat(output.warnings()).isEmpty();
        standstill(11, 0);
        standstill(22, 0);
        assertThat(output.warnings())
                .singleElement()
                .asString()
                .contains("sends of rank 0 to rank 1 wait");
    }

    /** Numbers of a job that shares a name server with others begin at another one than 0. */
    @Test
    void ranksAreNamedByTheirNumbersInTheirJob() {
        standstill(2, Proc.JOB_SPAN + 3);
        assertThat(reported).contains("sends of rank 3 to rank 1 wait");
    }
}
