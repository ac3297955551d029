/** What the user asks for: options, programs, help. */
package org.strata.launcher.cli;
