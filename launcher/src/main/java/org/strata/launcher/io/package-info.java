/** Standard input and output of the ranks. */
package org.strata.launcher.io;
