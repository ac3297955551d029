package org.strata.ess.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

class RendezvousConfigTest extends ConfigContract<RendezvousConfig> {
    RendezvousConfigTest() {
        super("ess", "rendezvous");
    }

    @Override
    protected RendezvousConfig read(Section section) {
        return RendezvousConfig.from(section);
    }

    @Override
    protected RendezvousConfig defaults() {
        return new RendezvousConfig(300, 60_000);
    }

    @Test
    void explicit() {
        assertThat(with("ess_rendezvous_timeout", "5")).isEqualTo(new RendezvousConfig(5, 60_000));
    }
}
