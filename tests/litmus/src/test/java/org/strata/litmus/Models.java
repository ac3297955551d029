package org.strata.litmus;

import static org.assertj.core.api.Assertions.assertThat;

/** What the tests of the rows say of their models. */
final class Models {
    private Models() {}

    /** The protocol holds everywhere, and needs every order in it that is not spare. */
    static void holds(Litmus protocol) {
        assertThat(Proof.of(protocol)).isEmpty();
    }

    /** The variant is found to be wrong, on these machines. */
    static void isWrong(Litmus variant, Machine... machines) {
        assertThat(machines).isNotEmpty();
        assertThat(Proof.ofWrong(variant, machines)).isEmpty();
    }
}
