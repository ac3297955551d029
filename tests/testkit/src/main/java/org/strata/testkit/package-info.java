/** Contract suites, fakes and test data shared by the modules' tests. */
package org.strata.testkit;
