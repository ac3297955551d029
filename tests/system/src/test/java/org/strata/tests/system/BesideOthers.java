package org.strata.tests.system;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Tests whose jobs may run beside others: a job of few ranks leaves a core idle while single
 * processes start, or while ranks wait. They run two at a time, in an execution of surefire of
 * their own: tests that look at all processes, at the cores that jobs hold, at allocation or at
 * processor time run before it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Inherited
@Execution(ExecutionMode.CONCURRENT)
@Tag("beside")
public @interface BesideOthers {}
