/** One-sided communication: windows, and the components that serve them. */
package org.strata.mca.osc;
