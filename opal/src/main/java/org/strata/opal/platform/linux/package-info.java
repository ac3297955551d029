/** Linux on a processor whose system calls are known: calls by {@code java.lang.foreign}. */
package org.strata.opal.platform.linux;
