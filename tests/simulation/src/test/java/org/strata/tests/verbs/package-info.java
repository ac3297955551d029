/** The verbs providers against their contract, in one JVM and between processes. */
package org.strata.tests.verbs;
