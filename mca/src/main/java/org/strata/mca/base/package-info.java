/**
 * The component architecture's base: finding components, choosing among them, parameters with their
 * precedence and origins, wiring, life cycle, and boxed messages to the user.
 */
package org.strata.mca.base;
