/**
 * Faults on purpose: a decorator that makes the links of other BTLs scarce, slow, partial and
 * mortal, by a seed. Nothing above or below knows of it. Endpoint states: see {@link
 * org.strata.btl.fault.FaultState}.
 */
package org.strata.btl.fault;
