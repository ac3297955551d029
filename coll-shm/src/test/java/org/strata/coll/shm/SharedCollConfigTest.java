package org.strata.coll.shm;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.Declaration;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

final class SharedCollConfigTest extends ConfigContract<SharedCollConfig> {
    SharedCollConfigTest() {
        super("coll", "shm");
    }

    @Override
    protected SharedCollConfig read(Section section) {
        return SharedCollConfig.from(section);
    }

    @Override
    protected SharedCollConfig defaults() {
        MemberBlock block = new MemberBlock(4, 8 * 1024);
        return new SharedCollConfig(40, 16, 2, block, 64L << 20, 16L << 20, "");
    }

    @Override
    protected String otherValue(Declaration declaration) {
        return declaration.name().equals("coll_shm_cells") ? "8" : super.otherValue(declaration);
    }

    @Test
    void cellsAreAPowerOfTwo() {
        assertRefused("power of two", "coll_shm_cells", "3");
    }

    @Test
    void aCellHoldsThePlacesOfBuffers() {
        assertRefused("112", "coll_shm_cell_size", "64");
    }
}
