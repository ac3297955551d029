package org.strata.pml.ob1.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.pml.SendMode;

/** The choice as a table: eager limit 4096, so 4080 bytes of data fit, 4064 when synchronous. */
class ProtocolChoiceTest {
    @ParameterizedTest
    @CsvSource({
        "0,     STANDARD,    false, false, false, EAGER",
        "4080,  STANDARD,    false, false, false, EAGER",
        "4080,  STANDARD,    false, true,  true,  EAGER",
        "4081,  STANDARD,    false, false, false, RENDEZVOUS",
        "4081,  READY,       false, false, true,  RENDEZVOUS",
        "4081,  STANDARD,    false, true,  true,  RGET",
        "4081,  STANDARD,    false, true,  false, RENDEZVOUS",
        "0,     SYNCHRONOUS, false, true,  true,  EAGER_SYNCHRONOUS",
        "4064,  SYNCHRONOUS, false, false, false, EAGER_SYNCHRONOUS",
        "4065,  SYNCHRONOUS, false, false, false, RENDEZVOUS",
        "4065,  SYNCHRONOUS, false, true,  true,  RGET",
        "1,     BUFFERED,    false, false, false, EAGER",
        "0,     STANDARD,    true,  true,  true,  RENDEZVOUS_EMPTY",
        "99999, SYNCHRONOUS, true,  true,  true,  RENDEZVOUS_EMPTY",
    })
    void chooses(
            long size, SendMode mode, boolean held, boolean exposable, boolean get, Protocol way) {
        int flags = BtlAttributes.FLAG_SEND | (get ? BtlAttributes.FLAG_GET : 0);
        BtlAttributes link = new BtlAttributes("x", 0, flags, 4096, 8192, 32768, 0, 0, 0, 1, 100);
        assertThat(ProtocolChoice.choose(size, mode, held, exposable, link)).isEqualTo(way);
    }
}
