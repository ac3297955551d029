/** Loopback byte transfer layer, for messages a rank sends to itself. */
package org.strata.btl.self;
