package org.strata.tests.system.traffic;

import org.strata.testkit.FirstNumber;
import org.strata.tests.system.JobRunner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Which links a job's messages take, as options of mpirun. */
enum Transport {
    /** The kernel copies what is long for this traffic. */
    SHM("btl self,shm btl_shm_single_copy_min 32k"),
    TCP("btl self,tcp"),
    /** Both to every peer: messages are shared out over them. */
    BOTH("btl self,shm,tcp btl_tcp_exclusivity 65536"),
    /** As above, over several connections. */
    LINKS("btl self,tcp btl_tcp_links 3"),
    /** The software adapter; short pieces, so that this traffic has some for RDMA. */
    OPENIB(
            "btl self,openib btl_openib_provider soft btl_openib_rdma_pipeline_send_length 16k"
                    + " btl_openib_rdma_pipeline_frag_size 32k"),
    /** As above, with two adapters per process, and without rings. */
    ADAPTERS(OPENIB.options + " verbs_soft_devices 2 btl_openib_use_eager_rdma 0");

    /** The least that each link works with. */
    private static final String[] TINY = {
        "btl_shm_eager_limit", "96",
        "btl_shm_rndv_eager_limit", "96",
        "btl_shm_max_send_size", "128",
        "btl_shm_free_list_num", "1",
        "btl_shm_free_list_max", "1",
        "btl_shm_free_list_inc", "1",
        "btl_shm_fifo_size", "1",
        "btl_shm_fbox_max", "1",
        "btl_shm_fbox_size", "128",
        "btl_shm_fbox_threshold", "2",
        "btl_shm_single_copy_mechanism", "none",
        "btl_tcp_eager_limit", "96",
        "btl_tcp_rndv_eager_limit", "96",
        "btl_tcp_max_send_size", "128",
        "btl_tcp_free_list_num", "1",
        "btl_tcp_free_list_max", "2",
        "btl_tcp_free_list_inc", "1",
        "btl_tcp_max_write", "1",
        "btl_tcp_coalesce_size", "96",
        "btl_openib_eager_limit", "256",
        "btl_openib_rndv_eager_limit", "256",
        "btl_openib_max_send_size", "512",
        "btl_openib_use_srq", "0",
        "btl_openib_rd_num", "2",
        "btl_openib_rd_num_low", "2",
        "btl_openib_rd_low", "1",
        "btl_openib_rd_win", "1",
        "btl_openib_max_qps", "2",
        "btl_openib_free_list_num", "1",
        "btl_openib_free_list_max", "2",
        "btl_openib_free_list_inc", "1",
        "btl_openib_use_eager_rdma", "1",
        "btl_openib_eager_rdma_threshold", "1",
        "btl_openib_eager_rdma_block", "512",
        "verbs_soft_max_registered", "256k",
        "btl_self_eager_limit", "96",
        "btl_self_rndv_eager_limit", "96",
        "btl_self_max_send_size", "128",
        "btl_self_free_list_max", "4",
        "pml_ob1_send_pipeline_depth", "1",
        "pml_ob1_unexpected_max", "256"
    };

    private final String options;

    Transport(String options) {
        this.options = options;
    }

    /**
     * Returns a job of the traffic program over these links, whose numbers begin close below a wrap
     * or at 0, by the seed.
     */
    JobRunner job(int ranks, String[] more, long seed, Object... arguments) {
        return job(TrafficProgram.class, ranks, more, seed, arguments);
    }

    /** As above, with another program. */
    JobRunner job(Class<?> program, int ranks, String[] more, long seed, Object... arguments) {
        List<String> options = new ArrayList<>();
        String first = Integer.toString(FirstNumber.any(new Random(seed + ordinal())));
        for (String component : List.of("pml_ob1", "btl_shm", "btl_openib")) {
            options.addAll(List.of(component + "_first_sequence", first));
        }
        options.addAll(List.of(more));
        List<String> words = new ArrayList<>();
        words.addAll(List.of(words(ranks, options.toArray(new String[0]))));
        words.addAll(
                List.of(
                        "java",
                        JobRunner.JVM,
                        "-cp",
                        JobRunner.classes(),
                        program.getName(),
                        Long.toString(seed)));
        for (Object argument : arguments) {
            words.add(argument.toString());
        }
        return JobRunner.mpirun(words.toArray(new String[0]));
    }

    /**
     * Returns the options of mpirun for a job over these links. Of a parameter that is given
     * several times the last value counts: mpirun would join them by commas.
     */
    String[] words(int ranks, String[] more) {
        Map<String, String> parameters = new LinkedHashMap<>();
        put(parameters, options.split(" "));
        put(parameters, more);
        List<String> words = new ArrayList<>(List.of("-np", "" + ranks, "--oversubscribe"));
        parameters.forEach((name, value) -> words.addAll(List.of("--mca", name, value)));
        return words.toArray(new String[0]);
    }

    private static void put(Map<String, String> parameters, String... pairs) {
        for (int i = 0; i < pairs.length; i += 2) {
            parameters.put(pairs[i], pairs[i + 1]);
        }
    }

    static String[] tiny() {
        return TINY.clone();
    }
}
