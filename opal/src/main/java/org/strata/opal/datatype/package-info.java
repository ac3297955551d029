/**
 * The datatype engine: what a datatype's bytes are and where they lie, as a small tree of loops,
 * and copies between that shape and packed memory that can stop and resume at any byte.
 */
package org.strata.opal.datatype;
