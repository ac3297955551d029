package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.oob.Oob;
import org.strata.testkit.FakeJob;

import java.io.IOException;

/** A process that has no adapter, and need not look for one. */
class NoAdaptersTest {
    private static Providers providers(String wanted, String btls) {
        String[] options = btls.isEmpty() ? new String[0] : new String[] {"btl", btls};
        return Providers.ofHost(wanted, OpenibRefusalTest.parameters(options));
    }

    @Test
    void theSoftwareAdapterIsThereForWhoNamesTheBtl() {
        assertThat(providers("soft", "").isNone()).isTrue();
        assertThat(providers("soft", "self,openib").isNone()).isFalse();
        assertThat(providers("soft", "^openib").isNone()).isTrue();
        assertThat(providers("auto", "openib,self").isNone()).isFalse();
        assertThat(providers("ibverbs", "").isNone()).as("looks for adapters").isFalse();
    }

    @Test
    void whereThereIsNoneNothingIsProvided() {
        Providers none = providers("soft", "");
        StringBuilder refusal = new StringBuilder();
        assertThat(none.provider(refusal)).isNull();
        assertThat(refusal).hasToString(Providers.NO_ADAPTER);
    }

    @Test
    void peersAreTold() throws IOException {
        try (FakeJob job = FakeJob.of(1)) {
            Oob oob = job.rank(0).oob();
            NoAdapters component = new NoAdapters(oob);
            StringBuilder refusal = new StringBuilder();
            assertThat(component.open(null, refusal)).isEmpty();
            assertThat(refusal).hasToString(Providers.NO_ADAPTER);
            assertThat(component.name()).isEqualTo("openib");
            byte[] card = oob.getIfPresent(0, OpenibComponent.CARD);
            assertThat(OpenibAddress.decode(card)).isEqualTo(OpenibAddress.NONE);
        }
    }
}
