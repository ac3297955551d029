/**
 * Memory that the processes of a host share: files that one process creates and others map.
 *
 * <p>{@link org.strata.opal.shared.SharedFile} creates a file, whose pages exist before anybody
 * stores to them, and maps those of others. {@link org.strata.opal.shared.PeerFiles} keeps peers'
 * files mapped and has the one check of a range that a peer has named. {@link
 * org.strata.opal.shared.Place} is such a range's beginning as peers tell it to each other. {@link
 * org.strata.opal.shared.PeerBells} wakes peers that sleep until a word in such memory changes.
 *
 * <p>Peers are processes of the same user, but not trusted: they may be of another version, or
 * broken. What they say about places is checked; what they store is data.
 */
package org.strata.opal.shared;
