package org.strata.mca.base;

import java.util.List;
import java.util.function.Supplier;

/**
 * A parameter that is declared. The declaration itself may not have been read yet: a rank asks for
 * some of several hundred, and to read all of them takes longer than to join its job.
 */
final class Declared {
    private final String name;
    private final List<String> aliases;
    private final Supplier<Declaration> reader;

    /** Read by any thread; two threads may read the same. A record is safe to pass on so. */
    private Declaration declaration;

    /**
     * @param reader reads the declaration, which has this name and these aliases
     */
    Declared(String name, List<String> aliases, Supplier<Declaration> reader) {
        this.name = name;
        this.aliases = aliases;
        this.reader = reader;
    }

    /** One that is read. */
    Declared(Declaration declaration) {
        this(declaration.name(), declaration.aliases(), () -> declaration);
    }

    /** Returns Open MPI's flat name. */
    String name() {
        return name;
    }

    /** Returns other flat names that mean the same. */
    List<String> aliases() {
        return aliases;
    }

    /** Returns the declaration. */
    Declaration read() {
        Declaration known = declaration;
        if (known == null) {
            known = reader.get();
            declaration = known;
        }
        return known;
    }
}
