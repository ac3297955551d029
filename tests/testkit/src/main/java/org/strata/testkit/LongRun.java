package org.strata.testkit;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test, or a class of them, that {@code -Dlong} alone runs: what the usual suite looks at by
 * another of its kind.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "long", matches = ".*", disabledReason = "-Dlong runs it")
public @interface LongRun {}
