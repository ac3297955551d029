/**
 * The seam to the operating system. {@link org.strata.opal.platform.Platform} is chosen once, when
 * its class is loaded; each service is an interface with an implementation in {@code linux} and one
 * in {@code portable}, which needs Java alone. Nothing outside of this package names the JDK's
 * Linker, the kernel's file systems or POSIX permissions; the architecture tests have the list of
 * exceptions.
 *
 * <p>Users keep a service in a static final field. The JIT compilers take that for a constant and
 * its class for known, so a call through the interface is compiled as one of a static method.
 */
package org.strata.opal.platform;
