/**
 * Progress: one engine per rank polls everything that can move messages, and decides what a thread
 * with nothing to do does: spin, yield, or sleep until a peer rings.
 */
package org.strata.opal.progress;
