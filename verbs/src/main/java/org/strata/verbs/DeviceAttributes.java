package org.strata.verbs;

/**
 * Limits and capabilities of a device. Immutable.
 *
 * @param vendor in words: {@code "Strata software HCA"}
 * @param ports number of ports; the first is 1
 * @param maxQp queue pairs
 * @param maxQpWr work requests of one send or receive queue
 * @param maxSge scatter/gather elements of one work request
 * @param maxInline longest inline payload, bytes
 * @param maxCq completion queues
 * @param maxCqe completions of one queue
 * @param maxMr memory regions
 * @param maxMrSize longest memory region, bytes
 * @param maxSrq shared receive queues; 0 when it has none
 * @param maxSrqWr work requests of one shared receive queue
 * @param maxRdAtomic reads and atomics of one queue pair in flight, as target
 * @param maxInitRdAtomic reads and atomics of one queue pair in flight, as initiator
 * @param xrc has XRC domains, queue pairs and shared receive queues
 * @param srqResize can change the size of a shared receive queue
 * @param atomics has fetch-and-add and compare-and-swap
 * @param onDemand memory can be registered with {@link Access#ON_DEMAND}, for sends, receives,
 *     writes, reads and, with {@code atomics}, atomics of reliable connections
 * @param maxMessage longest message, bytes
 * @param transport protocol family
 */
public record DeviceAttributes(
        String vendor,
        int ports,
        int maxQp,
        int maxQpWr,
        int maxSge,
        int maxInline,
        int maxCq,
        int maxCqe,
        int maxMr,
        long maxMrSize,
        int maxSrq,
        int maxSrqWr,
        int maxRdAtomic,
        int maxInitRdAtomic,
        boolean xrc,
        boolean srqResize,
        boolean atomics,
        boolean onDemand,
        long maxMessage,
        Transport transport) {}
