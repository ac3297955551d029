package org.strata.verbs.soft;

/**
 * What the verbs objects of an open device work with.
 *
 * @param device its segment, limits and peers
 * @param objects its tables, and its objects by index
 * @param worker executes waiting requests
 */
record OpenDevice(SoftDevice device, DeviceObjects objects, Worker worker) {}
