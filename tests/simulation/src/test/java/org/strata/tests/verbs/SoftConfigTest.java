package org.strata.tests.verbs;

import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;
import org.strata.verbs.soft.SoftConfig;

final class SoftConfigTest extends ConfigContract<SoftConfig> {
    SoftConfigTest() {
        super("verbs", "soft");
    }

    @Override
    protected SoftConfig read(Section section) {
        return SoftConfig.from(
                new SoftConfig.Source() {
                    @Override
                    public int integer(String key) {
                        return section.integer(key);
                    }

                    @Override
                    public long size(String key) {
                        return section.size(key);
                    }

                    @Override
                    public String text(String key) {
                        return section.text(key);
                    }
                });
    }

    @Override
    protected SoftConfig defaults() {
        return SoftConfig.defaults();
    }
}
