/**
 * Memory of every kind that a program may hand to MPI, and an adapter that pins pages as hardware
 * does: for the contract of registration caches.
 */
package org.strata.testkit.memory;
