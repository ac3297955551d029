/**
 * Native memory by absolute address, and copies between it and Java arrays. The data path names
 * memory as a pair ({@code Object base}, {@code long offset}): base {@code null} means an absolute
 * native address, a primitive array means a byte offset from its first element.
 */
package org.strata.opal.memory;
