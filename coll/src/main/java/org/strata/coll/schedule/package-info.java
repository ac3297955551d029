/**
 * Non-blocking and persistent collectives: the algorithms of the blocking ones are recorded as
 * schedules of sends, receives, copies and reductions, which progress executes.
 */
package org.strata.coll.schedule;
