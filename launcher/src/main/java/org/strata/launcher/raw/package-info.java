/**
 * Text and paths of the operating system, which are bytes: file names, arguments and environment
 * variables need not be UTF-8, and reach the ranks as they were given.
 */
package org.strata.launcher.raw;
