package org.strata.ess.pmi;

import org.strata.ess.base.ForeignLauncher;

import java.io.IOException;
import java.util.Map;

/** A process of a PMI server (PMI-1). */
final class PmiClient implements ForeignLauncher {
    static final String FD = "PMI_FD";
    static final String PORT = "PMI_PORT";
    private static final String ID = "PMI_ID";
    private static final String RANK = "PMI_RANK";
    private static final String SIZE = "PMI_SIZE";

    private static final int MOST_RANKS = 1 << 20;
    private static final int MOST_DESCRIPTORS = 1 << 20;
    private static final int LONGEST_NAME = 1024;

    /** Lines that answer initack: itself, size, rank, debug, and some more of other versions. */
    private static final int MOST_SETTINGS = 16;

    private final PmiWire wire;
    private int rank;
    private int size;
    private int universe;
    private int program;
    private int longestValue;
    private String space;

    private PmiClient(PmiWire wire) {
        this.wire = wire;
    }

    /** Connects to the server that the environment names. */
    static PmiClient connect(Map<String, String> environment) throws IOException {
        boolean named = environment.containsKey(FD);
        PmiClient client = named ? ofDescriptor(environment) : ofPort(environment);
        return client.started(!named);
    }

    /** Speaks over a wire to a server to which this process is the number {@code id}. */
    static PmiClient start(PmiWire wire, int id) throws IOException {
        PmiClient client = new PmiClient(wire);
        client.rank = id;
        return client.started(true);
    }

    private PmiClient started(boolean stranger) throws IOException {
        try {
            if (stranger) {
                introduce();
            }
            start();
            return this;
        } catch (IOException e) {
            wire.close();
            throw e;
        }
    }

    private static PmiClient ofDescriptor(Map<String, String> environment) throws IOException {
        int descriptor = number(environment, FD, 0, MOST_DESCRIPTORS);
        PmiClient client = new PmiClient(new DescriptorWire(descriptor));
        client.size = number(environment, SIZE, 1, MOST_RANKS);
        client.rank = number(environment, RANK, 0, client.size - 1);
        return client;
    }

    private static PmiClient ofPort(Map<String, String> environment) throws IOException {
        int id = number(environment, ID, 0, MOST_RANKS);
        PmiClient client = new PmiClient(SocketWire.connect(environment.get(PORT)));
        client.rank = id;
        return client;
    }

    private static int number(Map<String, String> environment, String name, int from, int to)
            throws IOException {
        String text = environment.get(name);
        try {
            int number = Integer.parseInt(text);
            if (number >= from && number <= to) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IOException(name + " = " + text + " is damaged", e);
        }
        throw new IOException(name + " = " + text + " is not between " + from + " and " + to);
    }

    /** Over TCP the process names its number at the server, which answers with rank and size. */
    private void introduce() throws IOException {
        wire.write("cmd=initack pmiid=" + rank);
        rank = -1;
        boolean complete = false;
        for (int i = 0; i < MOST_SETTINGS && !complete; i++) {
            PmiAnswer answer = new PmiAnswer(wire.read());
            size = answer.has("size") ? answer.number("size", 1, MOST_RANKS) : size;
            rank = answer.has("rank") ? answer.number("rank", 0, MOST_RANKS) : rank;
            complete = answer.has("debug");
        }
        if (rank < 0 || rank >= size) {
            throw new IOException("the PMI server calls this rank " + rank + " of " + size);
        }
    }

    private void start() throws IOException {
        ask("init pmi_version=1 pmi_subversion=1", "response_to_init");
        PmiAnswer limits = ask("get_maxes", "maxes");
        longestValue = limits.number("vallen_max", 1, Integer.MAX_VALUE);
        program = Math.max(0, ask("get_appnum", "appnum").number("appnum", -1, MOST_RANKS));
        universe = ask("get_universe_size", "universe_size").number("size", -1, MOST_RANKS);
        space = ask("get_my_kvsname", "my_kvsname").text("kvsname");
        if (space.length() > LONGEST_NAME) {
            throw new IOException("the name of the PMI server's key-value space is too long");
        }
    }

    private PmiAnswer ask(String command, String answer) throws IOException {
        wire.write("cmd=" + command);
        return new PmiAnswer(wire.read()).check(answer);
    }

    private static String key(int rank, String key) {
        return "strata-" + key + "-" + rank;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int universeSize() {
        return universe;
    }

    @Override
    public int appNum() {
        return program;
    }

    @Override
    public void put(String key, String value) throws IOException {
        if (value.length() >= longestValue) {
            throw new IOException("the PMI server takes no values of " + value.length() + " bytes");
        }
        String words = " key=" + key(rank, key) + " value=" + value;
        ask("put kvsname=" + space + words, "put_result");
    }

    @Override
    public void fence() throws IOException {
        ask("barrier_in", "barrier_out");
    }

    @Override
    public String get(int of, String key) throws IOException {
        return ask("get kvsname=" + space + " key=" + key(of, key), "get_result").text("value");
    }

    @Override
    public void abort(int code, String message) {
        try {
            wire.write("cmd=abort exitcode=" + code);
        } catch (IOException e) {
            // The launcher is gone: the control server's end ends the ranks.
            assert e != null;
        }
    }

    @Override
    public void finish() {
        try {
            ask("finalize", "finalize_ack");
        } catch (IOException e) {
            // The launcher has ended first.
            assert e != null;
        }
        wire.close();
    }
}
