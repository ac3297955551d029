package org.strata.verbs.soft;

/**
 * The way to another device's XRC queues: its segment, and this device's visit line there, which
 * one queue pair uses at a time.
 */
record XrcRoute(Site site, long visit, Latch latch) {}
