/**
 * MPI in pure Java. Programs see package {@code mpi} and nothing else; on a class path, where there
 * are no modules, all classes are where they were. {@code bin/finish-dist} names the components.
 */
module mpi {
    requires java.logging;
    requires java.management;
    requires jdk.jfr;
    requires jdk.management;
    requires jdk.unsupported;

    // Only mpirun compiles, and only programs that are given as source: an image of ranks goes
    // without.
    requires static java.compiler;
    requires static jdk.compiler;

    exports mpi;

    // reference.conf and parameters.table: class loaders find nothing in a package that is closed.
    opens org.strata;

    uses org.strata.mca.base.ComponentModule;
    uses org.strata.opal.report.ReportMaker;

    provides org.strata.opal.report.ReportMaker with
            org.strata.launcher.report.GuestReport;
    provides org.strata.mca.base.ComponentModule with
            COMPONENTS;
}
