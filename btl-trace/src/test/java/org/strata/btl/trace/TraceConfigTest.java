package org.strata.btl.trace;

import org.strata.mca.base.Declaration;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

import java.util.List;

final class TraceConfigTest extends ConfigContract<TraceConfig> {
    TraceConfigTest() {
        super("btl", "trace");
    }

    @Override
    protected TraceConfig read(Section section) {
        return TraceConfig.from(section);
    }

    @Override
    protected TraceConfig defaults() {
        return new TraceConfig(List.of(), "", false);
    }

    @Override
    protected String otherValue(Declaration declaration) {
        return declaration.key().equals("wrap") ? "self" : super.otherValue(declaration);
    }
}
