package org.strata.verbs;

/** The protocol family of a device: what libibverbs calls its transport type. */
public enum Transport {
    /** Not known to the library. */
    UNKNOWN,

    /** InfiniBand's transport, over InfiniBand or Ethernet (RoCE). */
    INFINIBAND,

    /** RDMA over TCP. */
    IWARP,

    /** Cisco's, with unreliable datagrams only. */
    USNIC,

    /** One of the vendor's own, such as that of EFA. */
    OWN;

    /** Returns the transport of libibverbs' {@code enum ibv_transport_type}. */
    public static Transport of(int value) {
        return switch (value) {
            case 0 -> INFINIBAND;
            case 1 -> IWARP;
            case 2, 3 -> USNIC;
            case 4 -> OWN;
            default -> UNKNOWN;
        };
    }
}
