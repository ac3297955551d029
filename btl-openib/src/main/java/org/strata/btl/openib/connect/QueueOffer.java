package org.strata.btl.openib.connect;

/**
 * One queue pair as its owner tells the peer of it.
 *
 * @param number queue pair number
 * @param target for XRC, number of the queue pair that the peer's sends go to; else 0
 * @param sequence first packet sequence number
 * @param count when opening, messages that the peer may send at first; when closing, packets of the
 *     owner that have arrived for certain by queue
 * @param control when opening, control messages that the peer may send besides; when closing,
 *     packets of the owner that have arrived for certain by ring
 * @param receiveQueue number of the shared receive queue behind it, for XRC; else 0
 * @param channel by which packets to the owner name the queue pair; 0 where packets have no header
 */
public record QueueOffer(
        int number,
        int target,
        int sequence,
        int count,
        int control,
        int receiveQueue,
        int channel) {}
