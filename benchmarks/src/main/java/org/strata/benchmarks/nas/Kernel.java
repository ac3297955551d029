package org.strata.benchmarks.nas;

/** A NAS kernel, and its program in examples/. */
enum Kernel {
    CG("NasCg"),
    IS("NasIs"),
    EP("NasEp"),
    MG("NasMg"),
    FT("NasFt"),
    BT("nas.Bt"),
    SP("nas.Sp"),
    LU("nas.Lu");

    private final String program;

    Kernel(String program) {
        this.program = program;
    }

    String program() {
        return program;
    }

    /** Returns whether it runs with so many ranks: BT and SP need a square number. */
    boolean takes(int ranks) {
        int root = (int) Math.round(Math.sqrt(ranks));
        return (this != BT && this != SP) || root * root == ranks;
    }
}
