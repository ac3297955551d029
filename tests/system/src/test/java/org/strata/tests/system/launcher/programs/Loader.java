package org.strata.tests.system.launcher.programs;

import java.net.URL;

/** Loads a class of package mpi and prints the jar that holds it. */
public final class Loader {
    private Loader() {}

    /** Runs the program. */
    public static void main(String[] args) throws ClassNotFoundException {
        String resource = Class.forName("mpi.MPI").getName().replace('.', '/') + ".class";
        URL url = Loader.class.getClassLoader().getResource(resource);
        System.out.println(url.toString().replaceAll("^jar:|!.*", ""));
    }
}
