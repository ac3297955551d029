package org.strata.opal.op;

/** The predefined reduction operations (MPI 3.1 §5.9.2, §11.3.4). */
public enum OpKind {
    MAX,
    MIN,
    SUM,
    PROD,
    LAND,
    BAND,
    LOR,
    BOR,
    LXOR,
    BXOR,
    MINLOC,
    MAXLOC,
    /** The first operand; for accumulation. */
    REPLACE,
    /** The second operand, untouched; for accumulation. */
    NO_OP
}
