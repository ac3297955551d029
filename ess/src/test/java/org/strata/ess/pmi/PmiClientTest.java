package org.strata.ess.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client against answers that servers have given, and against what is left of them if damaged.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PmiClientTest {
    /** What Hydra 4.0 and mpiexec of MPICH 4.0 answer over PMI_PORT, in order. */
    private static final List<String> HYDRA =
            List.of(
                    "cmd=initack\ncmd=set size=4\ncmd=set rank=2\ncmd=set debug=0",
                    "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0",
                    "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024",
                    "cmd=appnum appnum=1",
                    "cmd=universe_size size=-1",
                    "cmd=my_kvsname kvsname=kvs_28768_0_1282090376_host",
                    "cmd=put_result rc=0 msg=success",
                    "cmd=barrier_out",
                    "cmd=get_result rc=0 msg=success value=Y2FyZA-_",
                    "cmd=finalize_ack");

    /** What slurmstepd 22.05 answers from the second command on. */
    private static final List<String> SLURM =
            List.of(
                    HYDRA.getFirst(),
                    "cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=1",
                    "cmd=maxes rc=0 kvsname_max=256 keylen_max=256 vallen_max=1024",
                    "cmd=appnum rc=0 appnum=-1",
                    "cmd=universe_size rc=0 size=4",
                    "cmd=my_kvsname rc=0 kvsname=123.0",
                    "cmd=put_result rc=0",
                    "cmd=barrier_out rc=0",
                    "cmd=get_result rc=0 value=Y2FyZA-_",
                    "cmd=finalize_ack rc=0");

    private static final Pattern WORD = Pattern.compile("[a-z_]+=[^ \n]*");

    private final List<String> commands = Collections.synchronizedList(new ArrayList<>());
    private Thread server;

    /** Stored by the server's thread before its first answer. */
    private volatile Socket connection;

    /** Answers each line with the next answer; closes the connection when there is none. */
    private Map<String, String> serve(List<String> answers) throws IOException {
        ServerSocket port = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        server = Thread.ofPlatform().daemon().start(() -> answer(port, answers));
        return Map.of("PMI_PORT", "localhost:" + port.getLocalPort(), "PMI_ID", "2");
    }

    private void answer(ServerSocket port, List<String> answers) {
        try (port;
                Socket socket = port.accept();
                OutputStream out = socket.getOutputStream()) {
            connection = socket;
            BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.US_ASCII));
            for (String answer : answers) {
                String command = in.readLine();
                if (command == null) {
                    return;
                }
                commands.add(command);
                out.write((answer + "\n").getBytes(StandardCharsets.US_ASCII));
            }
            String more = in.readLine();
            if (more != null) {
                commands.add(more);
            }
        } catch (IOException e) {
            // The client has seen enough.
            assert e != null;
        }
    }

    /** Ends a server that waits for a client which a failed test has left open. */
    @AfterEach
    void end() throws Exception {
        if (connection != null) {
            connection.close();
        }
        if (server != null) {
            server.join();
        }
    }

    /** One of each call that a rank makes. */
    private static PmiClient use(Map<String, String> environment) throws IOException {
        PmiClient client = PmiClient.connect(environment);
        try {
            client.put("card", "Y2FyZA-_");
            client.fence();
            assertThat(client.get(3, "card")).isEqualTo("Y2FyZA-_");
        } finally {
            client.finish();
        }
        return client;
    }

    private static List<String> with(int index, String answer) {
        List<String> answers = new ArrayList<>(HYDRA);
        answers.set(index, answer);
        return answers;
    }

    @Test
    void hydrasAnswers() throws Exception {
        PmiClient client = use(serve(HYDRA));
        assertThat(client.rank()).isEqualTo(2);
        assertThat(client.size()).isEqualTo(4);
        assertThat(client.appNum()).isEqualTo(1);
        assertThat(client.universeSize()).isEqualTo(-1);
        server.join();
        String space = "kvsname=kvs_28768_0_1282090376_host";
        assertThat(commands)
                .containsExactly(
                        "cmd=initack pmiid=2",
                        "cmd=init pmi_version=1 pmi_subversion=1",
                        "cmd=get_maxes",
                        "cmd=get_appnum",
                        "cmd=get_universe_size",
                        "cmd=get_my_kvsname",
                        "cmd=put " + space + " key=strata-card-2 value=Y2FyZA-_",
                        "cmd=barrier_in",
                        "cmd=get " + space + " key=strata-card-3",
                        "cmd=finalize");
    }

    @Test
    void slurmsAnswers() throws Exception {
        PmiClient client = use(serve(SLURM));
        assertThat(client.appNum()).isZero();
        assertThat(client.universeSize()).isEqualTo(4);
    }

    /** A value and its end must fit: the longest has one byte less than the server takes. */
    @Test
    void valuesUpToTheServersLimit() throws Exception {
        List<String> answers = new ArrayList<>(with(2, "cmd=maxes vallen_max=8").subList(0, 6));
        answers.addAll(List.of("cmd=put_result", "cmd=put_result", "cmd=put_result"));
        PmiClient client = PmiClient.connect(serve(answers));
        client.put("k", "1234567");
        for (String value : List.of("12345678", "123456789", "x".repeat(1000))) {
            assertThatThrownBy(() -> client.put("k", value))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(value.length() + " bytes");
        }
        client.put("k", "");
        client.put("k", "7654321");
        client.finish();
        server.join();
        assertThat(commands.stream().filter(line -> line.contains("cmd=put")))
                .as("what is too long is not sent")
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 0",
        "1, 1, -",
        "0, 2, 0",
        "1, 2, 1",
        "2, 2, -",
        "-1, 2, -",
        "0, 0, -",
        "0, -1, -",
        "1048575, 1048576, 1048575",
        "1048576, 1048576, -",
        "0, 1048577, -",
        "1048577, 1048577, -",
        "0, 4294967297, -",
        "4294967296, 2, -",
        "0x1, 2, -",
        "1.0, 2, -",
        "'', 2, -",
        "0, '', -",
    })
    void ranksAndSizes(String rank, String size, String expected) throws Exception {
        String set = "cmd=initack\ncmd=set size=" + size + "\ncmd=set rank=" + rank;
        Map<String, String> environment = serve(with(0, set + "\ncmd=set debug=0"));
        if (expected.equals("-")) {
            assertThatThrownBy(() -> PmiClient.connect(environment))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("PMI server");
        } else {
            PmiClient client = PmiClient.connect(environment);
            assertThat(client.rank()).isEqualTo(Integer.parseInt(expected));
            assertThat(client.size()).isEqualTo(Integer.parseInt(size));
            client.finish();
        }
    }

    /** Numbers below, at and beyond the limits of the other answers. */
    @ParameterizedTest
    @CsvSource({
        "2, cmd=maxes vallen_max=, 1, 2147483647, 0, 2147483648",
        "3, cmd=appnum appnum=, -1, 1048576, -2, 1048577",
        "4, cmd=universe_size size=, -1, 1048576, -2, 1048577",
    })
    void limitsOfNumbers(
            int index, String answer, String least, String most, String below, String beyond)
            throws Exception {
        for (String number : List.of(least, most)) {
            PmiClient client = PmiClient.connect(serve(with(index, answer + number)));
            assertThat(client.appNum()).isNotNegative();
            client.finish();
            server.join();
        }
        for (String number : List.of(below, beyond, "", "many", "1e3", "99999999999999999999")) {
            Map<String, String> environment = serve(with(index, answer + number));
            assertThatThrownBy(() -> PmiClient.connect(environment))
                    .as(number)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the PMI server says: cmd=");
            server.join();
        }
    }

    @Test
    void namesOfTheKeyValueSpace() throws Exception {
        String longest = "k".repeat(1024);
        PmiClient client = PmiClient.connect(serve(with(5, "cmd=my_kvsname kvsname=" + longest)));
        client.finish();
        server.join();
        Map<String, String> environment = serve(with(5, "cmd=my_kvsname kvsname=" + longest + "k"));
        assertThatThrownBy(() -> PmiClient.connect(environment))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("too long");
    }

    /** Each answer in turn is another one, refuses, lacks each of its words, is empty or absent. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyDamagedAnswerIsAnException(int index) throws Exception {
        String right = HYDRA.get(index);
        List<String> damaged = new ArrayList<>();
        damaged.addAll(
                List.of(
                        "",
                        " ",
                        "=",
                        "cmd",
                        "cmd=",
                        "cmd=unknown",
                        "rc=0",
                        "\0\1\2",
                        "=".repeat(9)));
        damaged.addAll(List.of(right + " rc=-1", right + " rc=1", right + " rc=ok", "x" + right));
        damaged.add(right.replace("cmd=", "cmd=x"));
        damaged.add("x".repeat(PmiWire.LONGEST_LINE));
        for (int other = 1; other < HYDRA.size(); other++) {
            if (other != index) {
                damaged.add(HYDRA.get(other));
            }
        }
        Matcher words = WORD.matcher(right);
        while (words.find()) {
            // What a client need not know may be absent.
            if (!words.group().matches("(rc|msg|pmi_\\w+|kvsname_max|keylen_max)=.*")) {
                damaged.add(right.replace(words.group(), ""));
                damaged.add(right.replace(words.group(), words.group().replace("=", ":")));
            }
        }
        for (String answer : damaged) {
            if (!answer.equals(right)) {
                expectFailure(with(index, answer), answer);
            }
        }
        expectFailure(HYDRA.subList(0, index), "closed before answer " + index);
    }

    private void expectFailure(List<String> answers, String why) throws Exception {
        Map<String, String> environment = serve(answers);
        assertThatThrownBy(() -> use(environment))
                .as(why.length() > 100 ? why.length() + " bytes" : why)
                .isInstanceOf(IOException.class)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeBetween(10, 300));
        // The connection of a failed attempt is closed.
        server.join();
    }

    /** The job is over in any case. */
    @ParameterizedTest
    @ValueSource(strings = {"", "cmd=unknown", "cmd=finalize_ack rc=-1"})
    void whateverIsAnsweredToFinalize(String answer) throws Exception {
        use(serve(with(9, answer)));
        server.join();
        use(serve(HYDRA.subList(0, 9)));
    }

    /** Two more rounds: the key-value space and the barrier are used again. */
    @Test
    void putsFencesAndGetsGoOn() throws Exception {
        List<String> answers = new ArrayList<>(HYDRA.subList(0, 9));
        answers.addAll(HYDRA.subList(6, 8));
        answers.add("cmd=get_result rc=0 value=second");
        answers.add(HYDRA.get(9));
        PmiClient client = PmiClient.connect(serve(answers));
        for (String value : List.of("Y2FyZA-_", "second")) {
            client.put("card", value);
            client.fence();
            assertThat(client.get(2, "card")).isEqualTo(value);
        }
        client.finish();
    }

    @Test
    void abortNamesTheCode() throws Exception {
        PmiClient client = PmiClient.connect(serve(HYDRA.subList(0, 6)));
        client.abort(7, "lost");
        server.join();
        assertThat(commands.getLast()).isEqualTo("cmd=abort exitcode=7");
        client.finish();
        client.abort(8, null);
        client.finish();
    }
}
