/** System calls through {@code java.lang.foreign}, each with a way to tell that it is refused. */
package org.strata.opal.sys;
