/** BTL management layer: which BTLs serve which peer, and how much each carries. */
package org.strata.mca.bml;
