package org.strata.benchmarks.papers;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The ways to move a message that P5 compares; each keeps registrations, and has rendezvous from 8
 * KiB on, if it has any.
 */
enum OverlapProtocol {
    TUPLEQ("tupleq", "pml_tupleq_copy_limit", "0"),
    TUPLEQ_COPY("tupleq", "pml_tupleq_copy_limit", "8k"),
    RPUT("ob1", "pml_ob1_rdma_protocol", "rput"),
    RGET("ob1", "pml_ob1_rdma_protocol", "rget");

    private final String pml;
    private final String key;
    private final String value;

    /**
     * @param key of the parameter that makes it this protocol
     */
    OverlapProtocol(String pml, String key, String value) {
        this.pml = pml;
        this.key = key;
        this.value = value;
    }

    /** Returns the protocol's parameters. */
    Map<String, String> parameters() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("pml", pml);
        values.put(key, value);
        values.put("mpi_leave_pinned", "1");
        values.put("btl_openib_use_eager_rdma", "0");
        values.put("btl_openib_eager_limit", "8k");
        values.put("btl_openib_rndv_eager_limit", "8k");
        return values;
    }

    /** Returns how it is named in tables. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
