/**
 * Every program over {@code btl-openib} in every way it can be set: {@code mvn verify -Pmatrix}.
 * {@link org.strata.tests.system.matrix.Cell} is one job of it.
 */
package org.strata.tests.system.matrix;
