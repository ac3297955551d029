/**
 * A rank's end of the control channel: one thread over a channel of the JDK, since Netty would cost
 * every rank more start-up time than all that it sends.
 */
package org.strata.oob.client;
