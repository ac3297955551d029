/** The processes of a job, as every layer names them. */
package org.strata.mca.proc;
