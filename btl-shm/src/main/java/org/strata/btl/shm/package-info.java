/** Shared-memory byte transfer layer between processes of one host. */
package org.strata.btl.shm;
