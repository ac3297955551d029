/** A JUnit 5 extension: {@link org.strata.junit.MpiTest} runs a test method on several ranks. */
package org.strata.junit;
