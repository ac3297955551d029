package org.strata.tests.system;

import org.junit.jupiter.api.Tag;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Tests of what the portable platform does not have; the profile "portable" leaves them out. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Inherited
@Tag("linux-only")
public @interface LinuxOnly {
    /** Returns what of Linux the test needs. */
    String value();
}
