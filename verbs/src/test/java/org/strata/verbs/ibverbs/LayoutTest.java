package org.strata.verbs.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Compares our offsets with what the C compiler makes of verbs.h, where both are installed. */
final class LayoutTest {
    private static final Path HEADER = Path.of("/usr/include/infiniband/verbs.h");

    /** Our constant, and the C expression that gives it. */
    private static final Map<String, String> EXPRESSIONS = new LinkedHashMap<>();

    private static void offset(String constant, String struct, String field) {
        EXPRESSIONS.put(constant, "offsetof(struct " + struct + ", " + field + ")");
    }

    private static void size(String constant, String struct) {
        EXPRESSIONS.put(constant, "sizeof(struct " + struct + ")");
    }

    private static void extended(String constant, String field) {
        String at = "(long) offsetof(struct verbs_context, ";
        EXPRESSIONS.put(constant, at + field + ") - " + at + "context)");
    }

    static {
        offset("DEVICE_TRANSPORT", "ibv_device", "transport_type");
        offset("DEVICE_UVERBS_NAME", "ibv_device", "dev_name");
        EXPRESSIONS.put("DEVICE_NAME_BYTES", "sizeof(((struct ibv_device *) 0)->dev_name)");
        size("CONTEXT_BYTES", "ibv_context");
        offset("CONTEXT_DEVICE", "ibv_context", "device");
        offset("CONTEXT_POLL_CQ", "ibv_context", "ops.poll_cq");
        offset("CONTEXT_REQ_NOTIFY_CQ", "ibv_context", "ops.req_notify_cq");
        offset("CONTEXT_POST_SRQ_RECV", "ibv_context", "ops.post_srq_recv");
        offset("CONTEXT_POST_SEND", "ibv_context", "ops.post_send");
        offset("CONTEXT_POST_RECV", "ibv_context", "ops.post_recv");
        offset("CONTEXT_CMD_FD", "ibv_context", "cmd_fd");
        offset("CONTEXT_ASYNC_FD", "ibv_context", "async_fd");
        offset("CONTEXT_COMP_VECTORS", "ibv_context", "num_comp_vectors");
        offset("CONTEXT_ABI_COMPAT", "ibv_context", "abi_compat");
        extended("EXTENDED_SIZE", "sz");
        extended("EXTENDED_GET_SRQ_NUM", "get_srq_num");
        extended("EXTENDED_CREATE_SRQ_EX", "create_srq_ex");
        extended("EXTENDED_OPEN_XRCD", "open_xrcd");
        extended("EXTENDED_CLOSE_XRCD", "close_xrcd");
        extended("EXTENDED_CREATE_QP_EX", "create_qp_ex");
        extended("EXTENDED_QUERY_DEVICE_EX", "query_device_ex");
        device();
        objects();
        queuePairs();
    }

    private static void device() {
        size("DEVICE_ATTR_EX_BYTES", "ibv_device_attr_ex");
        offset("DEVICE_ATTR_EX_ODP", "ibv_device_attr_ex", "odp_caps");
        offset(
                "DEVICE_ATTR_EX_ODP_RC",
                "ibv_device_attr_ex",
                "odp_caps.per_transport_caps.rc_odp_caps");
        size("DEVICE_ATTR_BYTES", "ibv_device_attr");
        offset("DEVICE_ATTR_FW_VER", "ibv_device_attr", "fw_ver");
        offset("DEVICE_ATTR_MAX_MR_SIZE", "ibv_device_attr", "max_mr_size");
        offset("DEVICE_ATTR_VENDOR_ID", "ibv_device_attr", "vendor_id");
        offset("DEVICE_ATTR_VENDOR_PART", "ibv_device_attr", "vendor_part_id");
        offset("DEVICE_ATTR_MAX_QP", "ibv_device_attr", "max_qp");
        offset("DEVICE_ATTR_MAX_QP_WR", "ibv_device_attr", "max_qp_wr");
        offset("DEVICE_ATTR_FLAGS", "ibv_device_attr", "device_cap_flags");
        offset("DEVICE_ATTR_MAX_SGE", "ibv_device_attr", "max_sge");
        offset("DEVICE_ATTR_MAX_CQ", "ibv_device_attr", "max_cq");
        offset("DEVICE_ATTR_MAX_CQE", "ibv_device_attr", "max_cqe");
        offset("DEVICE_ATTR_MAX_MR", "ibv_device_attr", "max_mr");
        offset("DEVICE_ATTR_MAX_QP_RD_ATOM", "ibv_device_attr", "max_qp_rd_atom");
        offset("DEVICE_ATTR_MAX_QP_INIT_RD_ATOM", "ibv_device_attr", "max_qp_init_rd_atom");
        offset("DEVICE_ATTR_ATOMIC_CAP", "ibv_device_attr", "atomic_cap");
        offset("DEVICE_ATTR_MAX_SRQ", "ibv_device_attr", "max_srq");
        offset("DEVICE_ATTR_MAX_SRQ_WR", "ibv_device_attr", "max_srq_wr");
        offset("DEVICE_ATTR_PORTS", "ibv_device_attr", "phys_port_cnt");
        EXPRESSIONS.put("FLAG_SRQ_RESIZE", "IBV_DEVICE_SRQ_RESIZE");
        EXPRESSIONS.put("FLAG_XRC", "IBV_DEVICE_XRC");
        EXPRESSIONS.put("ODP_SUPPORT", "IBV_ODP_SUPPORT");
        EXPRESSIONS.put("ODP_SEND", "IBV_ODP_SUPPORT_SEND");
        EXPRESSIONS.put("ODP_RECV", "IBV_ODP_SUPPORT_RECV");
        EXPRESSIONS.put("ODP_WRITE", "IBV_ODP_SUPPORT_WRITE");
        EXPRESSIONS.put("ODP_READ", "IBV_ODP_SUPPORT_READ");
        EXPRESSIONS.put("ODP_ATOMIC", "IBV_ODP_SUPPORT_ATOMIC");
        size("PORT_ATTR_BYTES", "ibv_port_attr");
        offset("PORT_ATTR_STATE", "ibv_port_attr", "state");
        offset("PORT_ATTR_ACTIVE_MTU", "ibv_port_attr", "active_mtu");
        offset("PORT_ATTR_GID_TABLE", "ibv_port_attr", "gid_tbl_len");
        offset("PORT_ATTR_MAX_MESSAGE", "ibv_port_attr", "max_msg_sz");
        offset("PORT_ATTR_LID", "ibv_port_attr", "lid");
        offset("PORT_ATTR_LMC", "ibv_port_attr", "lmc");
        offset("PORT_ATTR_WIDTH", "ibv_port_attr", "active_width");
        offset("PORT_ATTR_SPEED", "ibv_port_attr", "active_speed");
        offset("PORT_ATTR_LINK_LAYER", "ibv_port_attr", "link_layer");
        EXPRESSIONS.put("LINK_LAYER_ETHERNET", "IBV_LINK_LAYER_ETHERNET");
        size("GID_ENTRY_BYTES", "ibv_gid_entry");
        offset("GID_ENTRY_TYPE", "ibv_gid_entry", "gid_type");
        EXPRESSIONS.put("GID_TYPE_IB", "IBV_GID_TYPE_IB");
        EXPRESSIONS.put("GID_TYPE_ROCE_V1", "IBV_GID_TYPE_ROCE_V1");
        EXPRESSIONS.put("GID_TYPE_ROCE_V2", "IBV_GID_TYPE_ROCE_V2");
    }

    private static void objects() {
        offset("PD_CONTEXT", "ibv_pd", "context");
        offset("CHANNEL_FD", "ibv_comp_channel", "fd");
        offset("MR_PD", "ibv_mr", "pd");
        offset("MR_ADDRESS", "ibv_mr", "addr");
        offset("MR_LENGTH", "ibv_mr", "length");
        offset("MR_LKEY", "ibv_mr", "lkey");
        offset("MR_RKEY", "ibv_mr", "rkey");
        offset("CQ_CONTEXT", "ibv_cq", "context");
        offset("CQ_CQE", "ibv_cq", "cqe");
        offset("SRQ_CONTEXT", "ibv_srq", "context");
        size("SRQ_ATTR_BYTES", "ibv_srq_attr");
        offset("SRQ_ATTR_MAX_WR", "ibv_srq_attr", "max_wr");
        offset("SRQ_ATTR_MAX_SGE", "ibv_srq_attr", "max_sge");
        offset("SRQ_ATTR_LIMIT", "ibv_srq_attr", "srq_limit");
        EXPRESSIONS.put("SRQ_MASK_MAX_WR", "IBV_SRQ_MAX_WR");
        EXPRESSIONS.put("SRQ_MASK_LIMIT", "IBV_SRQ_LIMIT");
        size("SRQ_INIT_BYTES", "ibv_srq_init_attr");
        offset("SRQ_INIT_ATTR", "ibv_srq_init_attr", "attr");
        size("SRQ_INIT_EX_BYTES", "ibv_srq_init_attr_ex");
        offset("SRQ_INIT_EX_MASK", "ibv_srq_init_attr_ex", "comp_mask");
        offset("SRQ_INIT_EX_TYPE", "ibv_srq_init_attr_ex", "srq_type");
        offset("SRQ_INIT_EX_PD", "ibv_srq_init_attr_ex", "pd");
        offset("SRQ_INIT_EX_XRCD", "ibv_srq_init_attr_ex", "xrcd");
        offset("SRQ_INIT_EX_CQ", "ibv_srq_init_attr_ex", "cq");
        EXPRESSIONS.put(
                "SRQ_INIT_EX_HAS_ALL",
                "IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_XRCD"
                        + " | IBV_SRQ_INIT_ATTR_CQ");
        EXPRESSIONS.put("SRQ_TYPE_XRC", "IBV_SRQT_XRC");
        size("XRCD_INIT_BYTES", "ibv_xrcd_init_attr");
        offset("XRCD_INIT_MASK", "ibv_xrcd_init_attr", "comp_mask");
        offset("XRCD_INIT_FD", "ibv_xrcd_init_attr", "fd");
        offset("XRCD_INIT_OFLAGS", "ibv_xrcd_init_attr", "oflags");
        EXPRESSIONS.put("XRCD_INIT_HAS_ALL", "IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS");
        size("ASYNC_EVENT_BYTES", "ibv_async_event");
        offset("ASYNC_EVENT_ELEMENT", "ibv_async_event", "element");
        offset("ASYNC_EVENT_TYPE", "ibv_async_event", "event_type");
    }

    private static void queuePairs() {
        offset("QP_CONTEXT", "ibv_qp", "context");
        offset("QP_NUMBER", "ibv_qp", "qp_num");
        offset("QP_STATE", "ibv_qp", "state");
        offset("QP_TYPE", "ibv_qp", "qp_type");
        size("QP_INIT_BYTES", "ibv_qp_init_attr_ex");
        offset("QP_INIT_SEND_CQ", "ibv_qp_init_attr_ex", "send_cq");
        offset("QP_INIT_RECV_CQ", "ibv_qp_init_attr_ex", "recv_cq");
        offset("QP_INIT_SRQ", "ibv_qp_init_attr_ex", "srq");
        offset("QP_INIT_MAX_SEND_WR", "ibv_qp_init_attr_ex", "cap.max_send_wr");
        offset("QP_INIT_MAX_RECV_WR", "ibv_qp_init_attr_ex", "cap.max_recv_wr");
        offset("QP_INIT_MAX_SEND_SGE", "ibv_qp_init_attr_ex", "cap.max_send_sge");
        offset("QP_INIT_MAX_RECV_SGE", "ibv_qp_init_attr_ex", "cap.max_recv_sge");
        offset("QP_INIT_MAX_INLINE", "ibv_qp_init_attr_ex", "cap.max_inline_data");
        offset("QP_INIT_TYPE", "ibv_qp_init_attr_ex", "qp_type");
        offset("QP_INIT_SIGNAL_ALL", "ibv_qp_init_attr_ex", "sq_sig_all");
        offset("QP_INIT_EX_MASK", "ibv_qp_init_attr_ex", "comp_mask");
        offset("QP_INIT_EX_PD", "ibv_qp_init_attr_ex", "pd");
        offset("QP_INIT_EX_XRCD", "ibv_qp_init_attr_ex", "xrcd");
        EXPRESSIONS.put("QP_INIT_EX_HAS_XRCD", "IBV_QP_INIT_ATTR_XRCD");
        size("QP_ATTR_BYTES", "ibv_qp_attr");
        offset("QP_ATTR_STATE", "ibv_qp_attr", "qp_state");
        offset("QP_ATTR_PATH_MTU", "ibv_qp_attr", "path_mtu");
        offset("QP_ATTR_QKEY", "ibv_qp_attr", "qkey");
        offset("QP_ATTR_RQ_PSN", "ibv_qp_attr", "rq_psn");
        offset("QP_ATTR_SQ_PSN", "ibv_qp_attr", "sq_psn");
        offset("QP_ATTR_DEST_QP", "ibv_qp_attr", "dest_qp_num");
        offset("QP_ATTR_ACCESS", "ibv_qp_attr", "qp_access_flags");
        offset("QP_ATTR_DEST_GID", "ibv_qp_attr", "ah_attr.grh.dgid");
        offset("QP_ATTR_SOURCE_GID_INDEX", "ibv_qp_attr", "ah_attr.grh.sgid_index");
        offset("QP_ATTR_HOP_LIMIT", "ibv_qp_attr", "ah_attr.grh.hop_limit");
        offset("QP_ATTR_DEST_LID", "ibv_qp_attr", "ah_attr.dlid");
        offset("QP_ATTR_SERVICE_LEVEL", "ibv_qp_attr", "ah_attr.sl");
        offset("QP_ATTR_IS_GLOBAL", "ibv_qp_attr", "ah_attr.is_global");
        offset("QP_ATTR_AH_PORT", "ibv_qp_attr", "ah_attr.port_num");
        offset("QP_ATTR_PKEY_INDEX", "ibv_qp_attr", "pkey_index");
        offset("QP_ATTR_MAX_RD_ATOMIC", "ibv_qp_attr", "max_rd_atomic");
        offset("QP_ATTR_MAX_DEST_RD_ATOMIC", "ibv_qp_attr", "max_dest_rd_atomic");
        offset("QP_ATTR_MIN_RNR_TIMER", "ibv_qp_attr", "min_rnr_timer");
        offset("QP_ATTR_PORT", "ibv_qp_attr", "port_num");
        offset("QP_ATTR_TIMEOUT", "ibv_qp_attr", "timeout");
        offset("QP_ATTR_RETRY", "ibv_qp_attr", "retry_cnt");
        offset("QP_ATTR_RNR_RETRY", "ibv_qp_attr", "rnr_retry");
        size("AH_ATTR_BYTES", "ibv_ah_attr");
        offset("AH_ATTR_GID", "ibv_ah_attr", "grh.dgid");
        offset("AH_ATTR_SOURCE_GID_INDEX", "ibv_ah_attr", "grh.sgid_index");
        offset("AH_ATTR_HOP_LIMIT", "ibv_ah_attr", "grh.hop_limit");
        offset("AH_ATTR_TRAFFIC_CLASS", "ibv_ah_attr", "grh.traffic_class");
        offset("AH_ATTR_LID", "ibv_ah_attr", "dlid");
        offset("AH_ATTR_SERVICE_LEVEL", "ibv_ah_attr", "sl");
        offset("AH_ATTR_IS_GLOBAL", "ibv_ah_attr", "is_global");
        offset("AH_ATTR_PORT", "ibv_ah_attr", "port_num");
    }

    @Test
    void everyConstantIsWhatTheHeaderSays(@TempDir Path folder) throws Exception {
        assumeThat(Files.exists(HEADER)).as("libibverbs' headers are installed").isTrue();
        Path source = folder.resolve("layout.c");
        StringBuilder program =
                new StringBuilder("#include <infiniband/verbs.h>\n#include <stdio.h>\n")
                        .append("#include <stddef.h>\nint main(void) {\n");
        EXPRESSIONS.forEach((name, c) ->
                program.append("printf(\"" + name + "=%ld\\n\", (long) (" + c + "));\n"));
        Files.writeString(source, program.append("return 0; }\n"));
        Path binary = folder.resolve("layout");
        assumeThat(runs("cc", "-o", binary.toString(), source.toString())).isNotNull();

        Map<String, Long> theirs = new LinkedHashMap<>();
        for (String line : runs(binary.toString()).split("\n")) {
            String[] parts = line.split("=");
            theirs.put(parts[0], Long.valueOf(parts[1]));
        }
        assertThat(ours()).isEqualTo(theirs);
    }

    private static Map<String, Long> ours() throws IllegalAccessException {
        Map<String, Long> constants = new LinkedHashMap<>();
        for (Field field : Layout.class.getDeclaredFields()) {
            if (field.getType() == int.class) {
                constants.put(field.getName(), (long) field.getInt(null));
            }
        }
        return constants;
    }

    /** Runs a program: its output, or null when there is no such program or it fails. */
    private static String runs(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? output : null;
        } catch (IOException e) {
            return null;
        }
    }
}
