/**
 * Connections between mpirun, the daemons and other jobs, over Netty: dialed or accepted, proven by
 * both sides, then sealed; and what is known of strangers until they have proved themselves. Who
 * talks to whom is not known here.
 */
package org.strata.oob.link;
