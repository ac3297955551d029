/** Every command of the documentation is followed, as a reader would. */
package org.strata.tests.system.docs;
