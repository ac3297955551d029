package org.strata.verbs.ibverbs;

/**
 * Offsets and sizes of libibverbs' structures, in bytes, for 64-bit little-endian Linux. Their
 * flyweights have those of work requests and completions.
 */
final class Layout {
    // struct ibv_device
    static final int DEVICE_TRANSPORT = 20;
    static final int DEVICE_UVERBS_NAME = 88;
    static final int DEVICE_NAME_BYTES = 64;

    // struct ibv_context
    static final int CONTEXT_DEVICE = 0;
    static final int CONTEXT_POLL_CQ = 96;
    static final int CONTEXT_REQ_NOTIFY_CQ = 104;
    static final int CONTEXT_POST_SRQ_RECV = 168;
    static final int CONTEXT_POST_SEND = 208;
    static final int CONTEXT_POST_RECV = 216;
    static final int CONTEXT_CMD_FD = 264;
    static final int CONTEXT_ASYNC_FD = 268;
    static final int CONTEXT_COMP_VECTORS = 272;

    /** All ones: the context is the tail of a {@code verbs_context}. */
    static final int CONTEXT_ABI_COMPAT = 320;

    // struct verbs_context: grows at its head, so offsets count down from the ibv_context in it
    static final int EXTENDED_SIZE = -8;
    static final int EXTENDED_GET_SRQ_NUM = -48;
    static final int EXTENDED_CREATE_SRQ_EX = -40;
    static final int EXTENDED_OPEN_XRCD = -32;
    static final int EXTENDED_CLOSE_XRCD = -24;
    static final int EXTENDED_CREATE_QP_EX = -56;
    static final int EXTENDED_QUERY_DEVICE_EX = -104;

    /** Bytes of an {@code ibv_context}: what a {@code verbs_context} ends with. */
    static final int CONTEXT_BYTES = 328;

    // struct ibv_device_attr
    static final int DEVICE_ATTR_BYTES = 232;
    static final int DEVICE_ATTR_FW_VER = 0;
    static final int DEVICE_ATTR_MAX_MR_SIZE = 80;
    static final int DEVICE_ATTR_VENDOR_ID = 96;
    static final int DEVICE_ATTR_VENDOR_PART = 100;
    static final int DEVICE_ATTR_MAX_QP = 108;
    static final int DEVICE_ATTR_MAX_QP_WR = 112;
    static final int DEVICE_ATTR_FLAGS = 116;
    static final int DEVICE_ATTR_MAX_SGE = 120;
    static final int DEVICE_ATTR_MAX_CQ = 128;
    static final int DEVICE_ATTR_MAX_CQE = 132;
    static final int DEVICE_ATTR_MAX_MR = 136;
    static final int DEVICE_ATTR_MAX_QP_RD_ATOM = 144;
    static final int DEVICE_ATTR_MAX_QP_INIT_RD_ATOM = 156;
    static final int DEVICE_ATTR_ATOMIC_CAP = 164;
    static final int DEVICE_ATTR_MAX_SRQ = 212;
    static final int DEVICE_ATTR_MAX_SRQ_WR = 216;
    static final int DEVICE_ATTR_PORTS = 227;
    static final int FLAG_SRQ_RESIZE = 1 << 13;
    static final int FLAG_XRC = 1 << 20;

    // struct ibv_device_attr_ex, with its ibv_odp_caps
    static final int DEVICE_ATTR_EX_BYTES = 400;
    static final int DEVICE_ATTR_EX_ODP = 240;
    static final int DEVICE_ATTR_EX_ODP_RC = 248;
    static final int ODP_SUPPORT = 1;
    static final int ODP_SEND = 1;
    static final int ODP_RECV = 1 << 1;
    static final int ODP_WRITE = 1 << 2;
    static final int ODP_READ = 1 << 3;
    static final int ODP_ATOMIC = 1 << 4;

    // struct ibv_port_attr
    static final int PORT_ATTR_BYTES = 52;
    static final int PORT_ATTR_STATE = 0;
    static final int PORT_ATTR_ACTIVE_MTU = 8;
    static final int PORT_ATTR_GID_TABLE = 12;
    static final int PORT_ATTR_MAX_MESSAGE = 20;
    static final int PORT_ATTR_LID = 34;
    static final int PORT_ATTR_LMC = 38;
    static final int PORT_ATTR_WIDTH = 43;
    static final int PORT_ATTR_SPEED = 44;
    static final int PORT_ATTR_LINK_LAYER = 46;
    static final int LINK_LAYER_ETHERNET = 2;

    // struct ibv_gid_entry
    static final int GID_ENTRY_BYTES = 32;
    static final int GID_ENTRY_TYPE = 24;
    static final int GID_TYPE_IB = 0;
    static final int GID_TYPE_ROCE_V1 = 1;
    static final int GID_TYPE_ROCE_V2 = 2;

    // struct ibv_pd, ibv_comp_channel, ibv_mr
    static final int PD_CONTEXT = 0;
    static final int CHANNEL_FD = 8;
    static final int MR_PD = 8;
    static final int MR_ADDRESS = 16;
    static final int MR_LENGTH = 24;
    static final int MR_LKEY = 36;
    static final int MR_RKEY = 40;

    // struct ibv_cq, ibv_srq
    static final int CQ_CONTEXT = 0;
    static final int CQ_CQE = 28;
    static final int SRQ_CONTEXT = 0;

    // struct ibv_srq_attr, ibv_srq_init_attr, ibv_srq_init_attr_ex
    static final int SRQ_ATTR_BYTES = 12;
    static final int SRQ_ATTR_MAX_WR = 0;
    static final int SRQ_ATTR_MAX_SGE = 4;
    static final int SRQ_ATTR_LIMIT = 8;
    static final int SRQ_MASK_MAX_WR = 1;
    static final int SRQ_MASK_LIMIT = 2;
    static final int SRQ_INIT_BYTES = 24;
    static final int SRQ_INIT_ATTR = 8;
    static final int SRQ_INIT_EX_BYTES = 64;
    static final int SRQ_INIT_EX_MASK = 20;
    static final int SRQ_INIT_EX_TYPE = 24;
    static final int SRQ_INIT_EX_PD = 32;
    static final int SRQ_INIT_EX_XRCD = 40;
    static final int SRQ_INIT_EX_CQ = 48;
    static final int SRQ_INIT_EX_HAS_ALL = 15;
    static final int SRQ_TYPE_XRC = 1;

    // struct ibv_xrcd_init_attr
    static final int XRCD_INIT_BYTES = 12;
    static final int XRCD_INIT_MASK = 0;
    static final int XRCD_INIT_FD = 4;
    static final int XRCD_INIT_OFLAGS = 8;
    static final int XRCD_INIT_HAS_ALL = 3;

    // struct ibv_qp
    static final int QP_CONTEXT = 0;
    static final int QP_NUMBER = 52;
    static final int QP_STATE = 56;
    static final int QP_TYPE = 60;

    // struct ibv_qp_init_attr and its extension
    static final int QP_INIT_BYTES = 136;
    static final int QP_INIT_SEND_CQ = 8;
    static final int QP_INIT_RECV_CQ = 16;
    static final int QP_INIT_SRQ = 24;
    static final int QP_INIT_MAX_SEND_WR = 32;
    static final int QP_INIT_MAX_RECV_WR = 36;
    static final int QP_INIT_MAX_SEND_SGE = 40;
    static final int QP_INIT_MAX_RECV_SGE = 44;
    static final int QP_INIT_MAX_INLINE = 48;
    static final int QP_INIT_TYPE = 52;
    static final int QP_INIT_SIGNAL_ALL = 56;
    static final int QP_INIT_EX_MASK = 60;
    static final int QP_INIT_EX_PD = 64;
    static final int QP_INIT_EX_XRCD = 72;
    static final int QP_INIT_EX_HAS_XRCD = 2;

    // struct ibv_qp_attr, with its ibv_ah_attr
    static final int QP_ATTR_BYTES = 144;
    static final int QP_ATTR_STATE = 0;
    static final int QP_ATTR_PATH_MTU = 8;
    static final int QP_ATTR_QKEY = 16;
    static final int QP_ATTR_RQ_PSN = 20;
    static final int QP_ATTR_SQ_PSN = 24;
    static final int QP_ATTR_DEST_QP = 28;
    static final int QP_ATTR_ACCESS = 32;
    static final int QP_ATTR_DEST_GID = 56;
    static final int QP_ATTR_SOURCE_GID_INDEX = 76;
    static final int QP_ATTR_HOP_LIMIT = 77;
    static final int QP_ATTR_DEST_LID = 80;
    static final int QP_ATTR_SERVICE_LEVEL = 82;
    static final int QP_ATTR_IS_GLOBAL = 85;
    static final int QP_ATTR_AH_PORT = 86;
    static final int QP_ATTR_PKEY_INDEX = 120;
    static final int QP_ATTR_MAX_RD_ATOMIC = 126;
    static final int QP_ATTR_MAX_DEST_RD_ATOMIC = 127;
    static final int QP_ATTR_MIN_RNR_TIMER = 128;
    static final int QP_ATTR_PORT = 129;
    static final int QP_ATTR_TIMEOUT = 130;
    static final int QP_ATTR_RETRY = 131;
    static final int QP_ATTR_RNR_RETRY = 132;

    // struct ibv_ah_attr, with its ibv_global_route
    static final int AH_ATTR_BYTES = 32;
    static final int AH_ATTR_GID = 0;
    static final int AH_ATTR_SOURCE_GID_INDEX = 20;
    static final int AH_ATTR_HOP_LIMIT = 21;
    static final int AH_ATTR_TRAFFIC_CLASS = 22;
    static final int AH_ATTR_LID = 24;
    static final int AH_ATTR_SERVICE_LEVEL = 26;
    static final int AH_ATTR_IS_GLOBAL = 29;
    static final int AH_ATTR_PORT = 30;

    // struct ibv_async_event
    static final int ASYNC_EVENT_BYTES = 16;
    static final int ASYNC_EVENT_ELEMENT = 0;
    static final int ASYNC_EVENT_TYPE = 8;

    private Layout() {}
}
