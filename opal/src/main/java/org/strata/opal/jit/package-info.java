/**
 * What the JIT compilers are told about single methods: mpirun starts each rank with one {@code
 * CompileCommand} per annotated method. The methods are named in {@code compile-commands} of the
 * launcher, which reads no class files; {@code JitContractTest} keeps both lists equal.
 */
package org.strata.opal.jit;
