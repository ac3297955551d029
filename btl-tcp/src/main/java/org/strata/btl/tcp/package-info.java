/** Byte transfer layer over TCP sockets. */
package org.strata.btl.tcp;
