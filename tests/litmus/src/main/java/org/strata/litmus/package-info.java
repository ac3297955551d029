/**
 * A model checker for protocols of shared memory on processors with weak memory: small models in
 * Java ({@link org.strata.litmus.Ops}), every run of them explored on each machine ({@link
 * org.strata.litmus.Explorer}).
 */
package org.strata.litmus;
