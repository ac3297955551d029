package org.strata.testkit;

import org.strata.mca.btl.BtlAttributes;

/**
 * What a {@link FakeBtl} claims to be. Small sizes by default, so that small messages reach every
 * protocol.
 *
 * @param attributes its attributes
 * @param slots messages under way per direction before a sender is told to retry
 * @param maxRdmaSize longest single put or get
 * @param registrations registrations there may be at once in one rank
 */
public record FakeBtlConfig(
        BtlAttributes attributes, int slots, long maxRdmaSize, int registrations) {
    /** Sends only: neither RDMA nor sending in place. */
    public static final int SEND_ONLY = BtlAttributes.FLAG_SEND;

    /** Sends in place, puts and gets, any memory. */
    public static final int RDMA =
            BtlAttributes.FLAG_SEND
                    | BtlAttributes.FLAG_SEND_IN_PLACE
                    | BtlAttributes.FLAG_PUT
                    | BtlAttributes.FLAG_GET;

    /** Puts and gets registered memory only. */
    public static final int REGISTERED_RDMA = RDMA | BtlAttributes.FLAG_NEEDS_REGISTRATION;

    /** Returns a configuration with a union of {@link BtlAttributes} flags. */
    public static FakeBtlConfig of(int flags) {
        return named("fake", flags, 512, 2048);
    }

    /** Returns a configuration with name and sizes, for several fakes at once. */
    public static FakeBtlConfig named(String name, int flags, int eagerLimit, int maxSendSize) {
        BtlAttributes attributes =
                new BtlAttributes(
                        name,
                        1024,
                        flags,
                        eagerLimit,
                        eagerLimit,
                        maxSendSize,
                        maxSendSize,
                        4096,
                        0,
                        10,
                        1000);
        return new FakeBtlConfig(attributes, 16, 8192, 64);
    }

    /** Returns the same with other attributes. */
    public FakeBtlConfig with(BtlAttributes other) {
        return new FakeBtlConfig(other, slots, maxRdmaSize, registrations);
    }
}
