package org.strata.ess.singleton;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.ess.EssComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.testkit.EssContract;

import java.util.ArrayList;
import java.util.List;

class SingletonContractTest extends EssContract {
    private final List<Integer> exits = new ArrayList<>();

    @Override
    protected List<EssComponent> launch() {
        return List.of(new SingletonComponent(() -> "host", 3, exits::add));
    }

    @Override
    protected EssComponent notLaunched() {
        return null;
    }

    @Override
    protected void end() {}

    @Test
    void aSingletonHasThisNodesSlotsAndIsTheLastResort() throws Exception {
        EssComponent component = launch().getFirst();
        assertThat(component.priority()).isZero();
        ProcessEnvironment environment = component.join().environment();
        assertThat(environment.universeSize()).isEqualTo(3);
        assertThat(environment.procs().getFirst().host()).isEqualTo("host");
        assertThat(environment.jobId()).startsWith(ProcessHandle.current().pid() + "-");
    }

    @Test
    void abortEndsTheProcessWithTheLowBitsOfTheCode() throws Exception {
        launch().getFirst().join().environment().abort(0x105, null);
        assertThat(exits).containsExactly(5);
    }
}
