package org.strata.btl.uds;

import org.strata.mca.base.ComponentModule.Objections;
import org.strata.mca.base.Section;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.FreeList;

/**
 * The parameters of {@code mca.btl.uds}; {@code reference.conf} documents each.
 *
 * @param attributes what the link advertises
 * @param freeList how the pool of descriptors grows
 * @param directory where the listening sockets are
 */
public record UdsConfig(BtlAttributes attributes, FreeList freeList, String directory) {
    /** Objects to what cannot work; see {@link org.strata.mca.base.ComponentModule#check}. */
    static void check(Section section, Objections objections) {
        BtlAttributes.check(section, objections);
        FreeList.check(section, objections);
    }

    /** Reads the section {@code mca.btl.uds}. */
    static UdsConfig from(Section section) {
        return new UdsConfig(
                BtlAttributes.from(section, "uds", BtlAttributes.FLAG_SEND),
                FreeList.from(section),
                section.text("directory"));
    }
}
