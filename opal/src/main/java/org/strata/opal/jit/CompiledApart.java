package org.strata.opal.jit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The JIT compiles this method apart: no caller inlines it ({@code CompileCommand=dontinline}).
 * Fits a rare branch of a hot path, which would take the callers' room for inlining, and the border
 * below which a path is compiled once and not again in each method above it.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface CompiledApart {
    /** Why its callers are better without it. */
    String value();
}
