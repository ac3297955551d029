package org.strata.btl.openib;

/**
 * Parameters that Open MPI's openib had in one release or another and this component has not, each
 * with what users should know or do. Those it has under another name are aliases in {@code
 * reference.conf}.
 */
final class AbsentParameters {
    private AbsentParameters() {}

    /** Returns the reason, or an empty text for a name that was none. */
    static String why(String key) {
        return switch (key) {
            case "use_eager_rdma",
                    "eager_rdma_threshold",
                    "max_eager_rdma",
                    "eager_rdma_num",
                    "eager_rdma_poll_ratio" ->
                    "Eager RDMA is not part of this build: short messages go by send and receive.";
            case "verbose" -> "Use btl_base_verbose, for all BTLs.";
            case "warn_no_device_params_found", "device_param_files", "hca_param_files" ->
                    "There are no files of device parameters: devices are asked what they can do.";
            case "device_type" ->
                    "Ports are chosen by btl_openib_if_include and btl_openib_allow_ib; iWARP is"
                            + " not supported.";
            case "ipaddr_include", "ipaddr_exclude" ->
                    "Ports are chosen by name, with btl_openib_if_include and"
                            + " btl_openib_if_exclude.";
            case "warn_default_gid_prefix" ->
                    "There is no such warning; ports whose subnet prefixes differ talk to each"
                            + " other with btl_openib_allow_different_subnets.";
            case "ib_pkey_val", "pkey" ->
                    "Partitions are chosen by index, with btl_openib_ib_pkey_ix.";
            case "rroce_enable" -> "Choose the entry of the GID table with btl_openib_gid_index.";
            case "ib_static_rate",
                    "ib_src_path_bits",
                    "ib_path_record_service_level",
                    "btls_per_lid",
                    "max_lmc",
                    "enable_apm_over_lmc",
                    "enable_apm_over_ports" ->
                    "Several paths through one port, and rates of paths, are not supported; several"
                            + " ports are used together by themselves.";
            case "use_async_event_thread" ->
                    "Events of devices are handled while messages progress. A thread for messages"
                            + " and events alike is btl_openib_use_async_progress.";
            case "poll_cq_batch" -> "Use btl_openib_hp_cq_poll_per_progress.";
            case "ib_wq_size", "max_wr_sq_tokens" ->
                    "Send queues are as long as btl_openib_srq_sd_max or btl_openib_rd_num says.";
            case "ib_sg_list_size" -> "Every request has one entry: there is nothing to set.";
            case "buffer_alignment" -> "Buffers begin on cache lines of 64 bytes always.";
            case "rd_rsv" -> "It follows from btl_openib_rd_num and btl_openib_rd_win.";
            case "rd_max", "rd_min", "ib_rr_buf_max", "ib_rr_buf_min" ->
                    "No release had it: use btl_openib_rd_num and btl_openib_rd_low.";
            case "rd_per_peer", "srq_rr_per_peer" ->
                    "No release had it: use btl_openib_srq_rd_per_peer.";
            case "min_send_size" ->
                    "The first packet of a long message is btl_openib_rndv_eager_limit, all others"
                            + " are btl_openib_max_send_size.";
            case "mpool", "mpool_hints", "rcache", "reg_mru_len" ->
                    "Registrations are kept by rcache_grdma_max_idle_bytes and"
                            + " rcache_grdma_max_idle_count.";
            case "allow_max_memory_registration",
                    "abort_not_enough_reg_mem",
                    "memory_registration_verbose" ->
                    "What can be registered is found out by doing it: a registration that fails is"
                            + " tried again after others were given up, then bytes are copied.";
            case "want_fork_support" -> "The JVM does not fork.";
            case "ignore_locality" -> "All ports are used, near or far.";
            case "atomic_flags", "get_limit", "get_alignment", "put_limit", "put_alignment" ->
                    "It tells what devices can do and was never to be set;"
                            + " btl_openib_max_hw_msg_size limits single operations.";
            default ->
                    key.startsWith("cpc_") || key.startsWith("connect_")
                            ? "Connections are always made over the out-of-band channel; see"
                                    + " btl_openib_connect_timeout."
                            : "";
        };
    }
}
