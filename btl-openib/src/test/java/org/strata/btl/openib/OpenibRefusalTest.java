package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What makes no sense is refused before anything runs: parameter, value, origin, what works. */
final class OpenibRefusalTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    rd_num 0                               | less than 1
                    rd_num -1                              | less than 1
                    rd_num 65536                           | more than 65535
                    rd_num many                            | not a whole number
                    rd_low -1                              | less than 0
                    rd_low 9, use_srq 0                    | less than btl_openib_rd_num = 8 (default)
                    rd_low 8, rd_num 8, use_srq 0          | less than btl_openib_rd_num = 8 (command line)
                    rd_low 7, rd_num_low 4, use_srq 0      | less than btl_openib_rd_num_low = 4
                    rd_win 0                               | less than 1
                    rd_win 9, use_srq 0                    | more than btl_openib_rd_num = 8
                    rd_num 20, srq_rd_max 10               | more than btl_openib_srq_rd_max = 10
                    srq_share_min 20, srq_rd_max 10        | more than btl_openib_srq_rd_max = 10
                    eager_limit 95                         | less than 96
                    eager_limit 2g                         | more than 1g
                    eager_limit 8k, max_send_size 4k       | more than btl_openib_max_send_size = 4k
                    eager_limit 8k, rndv_eager_limit 4k    | more than btl_openib_rndv_eager_limit = 4k
                    eager_rdma_limit 16k                   | more than btl_openib_eager_limit = 12k (default)
                    eager_rdma_limit 8k, eager_limit 4k    | more than btl_openib_eager_limit = 4k
                    eager_rdma_limit 64                    | less than 128
                    eager_rdma_block 15k, eager_rdma_limit 8k | two packets of btl_openib_eager_rdma_limit = 8k
                    eager_rdma_num 0                       | less than 1
                    eager_rdma_layout top                  | one of fixed_top, fixed_bottom, variable_top
                    eager_rdma_policy fast                 | one of first, rate
                    eager_rdma_poll_order random           | one of sequential, circular, prioritised
                    eager_rdma_interval 0                  | less than 0.001
                    eager_rdma_threshold 0                 | less than 1
                    max_eager_rdma -1                      | less than 0
                    use_eager_rdma 3                       | more than 2
                    rdma_pipeline_frag_size 0              | less than 64
                    max_qps 1                              | two, for high and low priority
                    max_qps -1                             | less than 0
                    max_qps 3, receive_queues X,128:X,70000 | pairs of its own: 4, with
                    max_btls 0                             | -1 means no bound
                    free_list_max 0                        | -1 means no bound
                    max_hw_msg_size 1000                   | at least 1k, or 0
                    free_list_num 9, free_list_max 8       | more than btl_openib_free_list_max = 8
                    flags put,gett                         | "gett" is none of send, put, get
                    if_include mlx5_0:                     | "mlx5_0:" is no device or device:port
                    if_exclude soft_0:x                    | "soft_0:x" is no device or device:port
                    mtu 6                                  | more than 5
                    ib_timeout 0                           | less than 1
                    ib_retry_count 8                       | more than 7
                    ib_rnr_retry -1                        | less than 0
                    connect_timeout 0                      | less than 0.001
                    receive_queues :                       | must begin with P, S or X
                    receive_queues D,128                   | no dynamically connected queue pairs (D) here. S entries
                    receive_queues P,128,4,4               | 4 receives must be more than the low mark 4
                    receive_queues P,128,4,2,5             | credits are returned at 5, which must be 1 to 4
                    receive_queues S,128,8,4:X,256         | cannot be mixed
                    receive_queues P,128,70000             | more than 65535
                    receive_queues S,128,8k                | "8k" is no whole number
                    eager_limit 8k, receive_queues P,1024  | longest entry, 1024 bytes
                    """)
    void nonsenseIsRefused(String given, String reason) {
        String[] options = given.replaceAll("(^|, )(?=[a-z])", "$1btl_openib_").split(" ");
        String[] words = new String[options.length];
        for (int i = 0; i < options.length; i++) {
            words[i] = options[i].replaceAll(",$", "");
        }
        assertThat(problems(words))
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem)
                                .startsWith(words[0] + " = " + words[1] + "  (command line)\n")
                                .contains(reason));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rd_num 1",
                "rd_num 2000",
                "rd_low 9",
                "rd_low 0 use_srq 0",
                "srq_rd_max 1",
                "rd_win 8 use_srq 0",
                "eager_limit 96",
                "max_send_size 96",
                "eager_limit 1m",
                "eager_rdma_limit 12k",
                "eager_rdma_block 4k",
                "eager_rdma_block 16k eager_rdma_limit 8k",
                "eager_limit 4k",
                "max_eager_rdma 0",
                "max_qps 2",
                "max_btls 1",
                "free_list_max 1",
                "flags 6",
                "flags send",
                "if_include mlx5_0,mlx5_1:2",
                "receive_queues S,128,256,192,128:S,2048,1024,1008,64:S,12288,1024,1008,64:"
                        + "S,65536,1024,1008,64",
            })
    void whatCanWorkIsNot(String given) {
        String[] words = given.split(" ");
        for (int i = 0; i < words.length; i += 2) {
            words[i] = "btl_openib_" + words[i];
        }
        assertThat(problems(words)).isEmpty();
    }

    @Test
    void everythingIsToldAtOnce() {
        assertThat(problems("btl_openib_rd_num", "0", "btl_openib_max_qps", "1")).hasSize(2);
    }

    private static List<String> problems(String... options) {
        return parameters(options).problems().list();
    }

    /** Resolves with {@code --mca} options given as key, value, key, value. */
    static Parameters parameters(String... options) {
        Map<String, String> commandLine = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            ParameterSources.addCommandLine(commandLine, options[i], options[i + 1]);
        }
        return Parameters.resolve(
                new ParameterSources(
                        commandLine,
                        Map.of(),
                        List.of(),
                        Path.of("").toAbsolutePath(),
                        null,
                        null,
                        OpenibRefusalTest.class.getClassLoader()));
    }
}
