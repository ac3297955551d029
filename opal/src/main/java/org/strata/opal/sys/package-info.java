/** System calls through {@code java.lang.foreign}, each reports when the system refuses it. */
package org.strata.opal.sys;
