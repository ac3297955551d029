package org.strata.spark;

import java.lang.reflect.Modifier;
import java.util.Arrays;

/** Whether ranks can make objects of a program. Ranks load this class, so that it has no Spark. */
final class ProgramCheck {
    private ProgramCheck() {}

    /**
     * Checks a program: in the driver, or in a rank where the driver has no more than the name.
     *
     * @throws IllegalArgumentException when no rank can make an object of the class
     */
    static void run(Class<?> program) {
        if (!RankProgram.class.isAssignableFrom(program)) {
            throw new IllegalArgumentException(
                    "Class "
                            + program.getName()
                            + " does not implement "
                            + RankProgram.class.getName()
                            + ": give MpiStage.of one that does.");
        }
        String why = "";
        if (program.getName().startsWith("$line")) {
            throw new IllegalArgumentException(
                    "Class "
                            + program.getSimpleName()
                            + " was typed into a shell, and exists there alone. Ranks are JVMs of"
                            + " their own: put it into a jar that the shell is given by --jars.");
        }
        if (program.isAnonymousClass() || program.isLocalClass() || program.isHidden()) {
            why = "is a lambda, or is declared within a method";
        } else if (program.isMemberClass() && !Modifier.isStatic(program.getModifiers())) {
            why = "belongs to objects of " + program.getEnclosingClass().getName();
        } else if (Modifier.isAbstract(program.getModifiers())) {
            why = "is abstract";
        } else if (!hasPlainConstructor(program)) {
            why = "has no constructor without parameters";
        }
        if (!why.isEmpty()) {
            throw new IllegalArgumentException(
                    "Ranks make objects of the program in JVMs of their own, and cannot of "
                            + program.getName()
                            + ", which "
                            + why
                            + ": make it a top-level or static class, and give values by args().");
        }
    }

    private static boolean hasPlainConstructor(Class<?> program) {
        try {
            return Arrays.stream(program.getDeclaredConstructors())
                    .anyMatch(one -> one.getParameterCount() == 0);
        } catch (LinkageError e) {
            // Classes of mpi.jar are newer than a driver's Java may be. Ranks have a newer one.
            return true;
        }
    }
}
