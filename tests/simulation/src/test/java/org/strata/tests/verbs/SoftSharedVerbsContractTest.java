package org.strata.tests.verbs;

import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.verbs.VerbsContract;
import org.strata.verbs.BufferArea;
import org.strata.verbs.Context;
import org.strata.verbs.DataOrder;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.nio.file.Path;

/** Payload moves between mappings of files that applications' memory lies in. */
final class SoftSharedVerbsContractTest extends VerbsContract {
    @TempDir Path directory;

    private final FileMemory[] memories = new FileMemory[2];
    private int given;

    @Override
    protected Context open(int side) {
        memories[side] = new FileMemory(directory, side);
        SoftFabric fabric =
                SoftFabric.onHost(directory, "contract", SoftFabric.Reach.MAPPED, memories[side]);
        SoftConfig config = HostFabricContract.config(SoftConfig.Mode.INLINE, directory);
        return new SoftProvider(config, fabric, notice -> {}).open("soft0");
    }

    /** A peer that cannot map a file has the kernel copy. */
    @Override
    protected DataOrder.Extent order() {
        return DataOrder.Extent.LAST_BYTE;
    }

    /** Here they can. */
    @Override
    protected boolean wholeWords() {
        return true;
    }

    @Override
    protected BufferArea memory(Context context, long bytes) {
        return memories[given++].allocate(bytes);
    }
}
