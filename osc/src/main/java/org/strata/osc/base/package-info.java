/**
 * What the components of osc share: which memory an operation may access, and how elements are
 * accumulated.
 */
package org.strata.osc.base;
