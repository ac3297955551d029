package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.btl.Btl;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.verbs.Context;
import org.strata.verbs.Provider;
import org.strata.verbs.XrcDomain;
import org.strata.verbs.soft.SoftConfig;

import java.util.ArrayList;
import java.util.List;

/**
 * The name of the XRC domain that the ranks of a node share: on real adapters it is a part of a
 * file's name, by which the launcher finds the file of killed ranks.
 */
final class XrcDomainNameTest {
    private final List<String> names = new ArrayList<>();

    /**
     * An adapter that is not the software's, so that the domain is its own; the name is hostile.
     */
    private final class Recording extends WrappedProvider {
        Recording(Provider provider) {
            super(provider);
        }

        @Override
        public String name() {
            return "ibverbs";
        }

        @Override
        public Context open(String device) {
            return new WrappedContext(provider.open(device)) {
                @Override
                public String device() {
                    return "mlx/../5 0";
                }

                @Override
                public XrcDomain openXrcDomain(String name) {
                    names.add(name);
                    return super.openXrcDomain(name);
                }
            };
        }
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,2"})
    void itBeginsWithTheJobAndADot(int ranksOfADomain, int group) {
        OpenibConfig config =
                Settings.with(
                        "receive-queues",
                        "X,2048,64",
                        "xrc-per-node",
                        "true",
                        "xrc-domain-ranks",
                        "" + ranksOfADomain);
        SoftJob soft = new SoftJob(SoftConfig.defaults(), config, Recording::new);
        try (FakeJob job = FakeJob.of(3)) {
            FakeRank rank = job.rank(2);
            List<Btl> links =
                    soft.component(rank).open((btl, to, rc, why) -> {}, new StringBuilder());
            links.forEach(Btl::close);
            assertThat(names).containsExactly(job.jobId() + ".xrc-0-mlx_.._5_0-" + group);
        }
    }
}
