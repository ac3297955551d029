package org.strata.tests.verbs;

import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.verbs.VerbsContract;
import org.strata.verbs.Context;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.nio.file.Path;

/** The software HCA over files, as between processes, with a given way to reach memory. */
abstract class HostFabricContract extends VerbsContract {
    private static final long SEGMENT = 64 << 20;

    @TempDir Path directory;

    private final SoftConfig.Mode mode;
    private final SoftFabric.Reach reach;

    HostFabricContract(SoftConfig.Mode mode, SoftFabric.Reach reach) {
        this.mode = mode;
        this.reach = reach;
    }

    static SoftConfig config(SoftConfig.Mode mode, Path directory) {
        return SoftConfig.defaults()
                .withMode(mode)
                .withDevices(1, 2)
                .withSegments(directory.toString(), SEGMENT);
    }

    @Override
    protected Context open(int side) {
        SoftFabric fabric = SoftFabric.onHost(directory, "contract", reach);
        return new SoftProvider(config(mode, directory), fabric, notice -> {}).open("soft0");
    }
}
