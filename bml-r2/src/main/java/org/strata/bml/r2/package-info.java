/** BTL management layer r2: which BTLs reach which peer, in which order. */
package org.strata.bml.r2;
