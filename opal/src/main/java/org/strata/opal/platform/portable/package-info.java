/**
 * Any system that Java runs on: nothing here calls the operating system but through the JDK. What
 * the JDK cannot do is refused as a system refuses it, with an errno or false, and the caller does
 * without.
 */
package org.strata.opal.platform.portable;
