/**
 * Reduction kernels: MPI's predefined operations on MPI's predefined types, over arrays and native
 * memory, at memory speed.
 */
package org.strata.opal.op;
