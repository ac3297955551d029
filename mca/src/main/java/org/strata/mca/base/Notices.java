package org.strata.mca.base;

/** Lines printed once per job that are no errors. */
final class Notices {
    private Notices() {}

    static String oldComponent(String framework, String old, String present) {
        return "Open MPI's component \""
                + old
                + "\" of framework "
                + framework
                + " is called \""
                + present
                + "\" here; the old name, also in parameters, is understood.";
    }
}
