package org.strata.ess.pmi;

import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The whole conversation of a process with a PMI server, whose answers are the input. */
class PmiAnswerFuzzTest extends FuzzContract {
    private static final String HYDRA =
            """
            cmd=initack
            cmd=set size=4
            cmd=set rank=2
            cmd=set debug=0
            cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0
            cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024
            cmd=appnum appnum=1
            cmd=universe_size size=-1
            cmd=my_kvsname kvsname=kvs_28768_0
            cmd=put_result rc=0 msg=success
            cmd=barrier_out
            cmd=get_result rc=0 msg=success value=Y2FyZA-_
            """;

    @Override
    protected List<byte[]> valid() {
        return utf8(HYDRA);
    }

    @Override
    protected List<byte[]> words() {
        return utf8("cmd=", "rc=", "=", " ", "\n", "\0", "size=", "rank=", "-1", "2147483647");
    }

    @Override
    protected void parse(byte[] input) throws IOException {
        PmiClient client = PmiClient.start(new Answers(input), 2);
        client.put("card", "Y2FyZA-_");
        client.fence();
        String value = client.get(1, "card");
        boolean sound =
                client.rank() >= 0
                        && client.rank() < client.size()
                        && client.universeSize() >= -1
                        && client.appNum() >= 0
                        && value.indexOf('\n') < 0;
        if (!sound) {
            throw new AssertionError(client.rank() + " of " + client.size());
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(IOException.class);
    }

    /** Cuts the input as a socket would, 100 bytes at a time. */
    private static final class Answers implements PmiWire {
        private static final int PIECE = 100;

        private final LineAssembler lines = new LineAssembler();
        private final List<byte[]> pieces = new ArrayList<>();

        Answers(byte[] input) {
            for (int at = 0; at < input.length; at += PIECE) {
                pieces.add(Arrays.copyOfRange(input, at, Math.min(at + PIECE, input.length)));
            }
        }

        @Override
        public void write(String line) {
            assert line.getBytes(StandardCharsets.US_ASCII).length == line.length();
        }

        @Override
        public String read() throws IOException {
            String line = lines.next();
            while (line == null) {
                if (pieces.isEmpty()) {
                    throw new IOException("the end");
                }
                byte[] piece = pieces.removeFirst();
                lines.add(piece, piece.length);
                line = lines.next();
            }
            return line;
        }

        @Override
        public void close() {}
    }
}
