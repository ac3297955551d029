/** The contract suite of verbs providers: {@link org.strata.testkit.verbs.VerbsContract}. */
package org.strata.testkit.verbs;
