package org.strata.tests.system.matrix;

import java.util.List;

/** How much room btl-openib and its adapter have, as parameters. */
enum Limits {
    /** As delivered. */
    DEFAULT("", "", "", "btl_openib_receive_queues X,4096,64:X,65536,64"),
    /** Two receives, two live queue pairs (one connection) and 64 registered pages per process. */
    TINY(
            Limits.LITTLE,
            "btl_openib_rd_num 2 btl_openib_rd_num_low 2 btl_openib_rd_low 1",
            "btl_openib_rd_num 2 btl_openib_rd_num_low 2 btl_openib_srq_rd_max 4",
            "btl_openib_receive_queues X,1024,2,1,1,2:X,4096,2,1,1,2"),
    /** Nothing but 64 registered pages: four of the longest fragments. */
    PAGES(
            "verbs_soft_max_registered 256k",
            "",
            "",
            "btl_openib_receive_queues X,4096,16,12,4,8:X,16384,4,2,1,2"),
    /** As TINY with one receive, and so one credit, per queue. */
    ONE(
            Limits.LITTLE,
            "btl_openib_rd_num 1 btl_openib_rd_num_low 1 btl_openib_rd_low 0",
            "btl_openib_rd_num 1 btl_openib_rd_num_low 1 btl_openib_srq_rd_max 1",
            "btl_openib_receive_queues X,1024,1,0,1,1:X,4096,1,0,1,1"),
    /** As ONE, said in Open MPI's later syntax. */
    ONE_QUEUES(
            Limits.LITTLE,
            "btl_openib_receive_queues P,1024,1,0,1,1:P,4096,1,0,1,1",
            "btl_openib_receive_queues S,1024,1,0,1,1,1:S,4096,1,0,1,1,1",
            "btl_openib_receive_queues X,1024,1,0,1,1,1:X,4096,1,0,1,1,1");

    private static final String LITTLE =
            "btl_openib_rd_win 1"
                    + " btl_openib_srq_rd_per_peer 0"
                    + " btl_openib_srq_rd_per_peer_low 0"
                    + " btl_openib_srq_sd_max 2"
                    + " btl_openib_srq_share_min 1"
                    + " btl_openib_max_qps 2"
                    + " btl_openib_eager_limit 1k"
                    + " btl_openib_rndv_eager_limit 1k"
                    + " btl_openib_max_send_size 4k"
                    + " btl_openib_rdma_pipeline_send_length 4k"
                    + " btl_openib_rdma_pipeline_frag_size 16k"
                    + " btl_openib_min_rdma_pipeline_size 8k"
                    + " btl_openib_free_list_num 1"
                    + " btl_openib_free_list_max 4"
                    + " btl_openib_free_list_inc 1"
                    + " verbs_soft_max_registered 256k";

    private final String common;
    private final String own;
    private final String shared;
    private final String nodes;

    Limits(String common, String own, String shared, String nodes) {
        this.common = common;
        this.own = own;
        this.shared = shared;
        this.nodes = nodes;
    }

    /** Returns names and values of parameters, in turn. */
    List<String> parameters(Queues queues) {
        String further =
                switch (queues) {
                    case SHARED -> shared;
                    case OWN -> own;
                    case NODES -> nodes;
                };
        String all = (common + " " + further).strip();
        if (queues == Queues.NODES) {
            // Queue pairs that ranks share are not taken from one of them for another.
            all = all.replace("btl_openib_max_qps 2", "").strip();
        }
        return all.isEmpty() ? List.of() : List.of(all.split(" +"));
    }
}
