package org.strata.benchmarks.nas;

/** A NAS kernel, and its program in examples/. */
enum Kernel {
    CG("NasCg"),
    IS("NasIs"),
    EP("NasEp"),
    MG("NasMg"),
    FT("NasFt");

    private final String program;

    Kernel(String program) {
        this.program = program;
    }

    String program() {
        return program;
    }
}
