/**
 * Collectives among processes of one node, through memory that all members map.
 *
 * <p>{@code SharedColl} selects a way by {@code SharedRules} and leaves the rest to the component
 * below. Each member of a communicator has a block of memory ({@code MemberBlock}) with a few
 * cells; {@code SharedComm} is the protocol on them: steps that all members count, in which a
 * member claims its cell, fills it, publishes it, awaits the others' and finishes. {@code
 * CellCollectives} copy contributions to the cells; {@code DirectCollectives} publish where buffers
 * are, and members read and write there. {@code PeerBells} ring members that sleep.
 *
 * <p>Everything runs inside the progress bracket. Whatever comes from another member is checked
 * before use: the collective and the way against one's own, so that data are never taken for a
 * place; lengths against one's own; places against the mapped files.
 */
package org.strata.coll.shm;
