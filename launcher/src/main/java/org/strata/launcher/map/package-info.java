/** Which rank runs where: slots, processors, binding. */
package org.strata.launcher.map;
