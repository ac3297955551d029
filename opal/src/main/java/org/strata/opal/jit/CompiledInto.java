package org.strata.opal.jit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The JIT compiles this method into its callers, whatever its size ({@code CompileCommand=inline}).
 * Fits a method of a hot path near the JIT's limits, which is inlined in one run and called in the
 * next; and one whose call takes more instructions than its work.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface CompiledInto {
    /** Why its callers need it inside. */
    String value();
}
