package org.strata.launcher.wire;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The first thing on the standard input of a daemon. The secret goes no other way: command lines
 * and environments can be read by others of the host. The end of the standard input, later, means
 * that nobody wants the daemon any more.
 *
 * @param version of Strata that mpirun is
 * @param jobId the job's name
 * @param secret the job's secret
 * @param node the number of the daemon's node
 * @param host the name of its host in the job
 * @param head where mpirun listens
 * @param patienceMillis how long either side may be silent
 * @param parameters how the daemon starts others: those of mpirun's that matter
 */
@SuppressWarnings("ArrayRecordComponent")
public record Hello(
        String version,
        String jobId,
        byte[] secret,
        int node,
        String host,
        List<InetSocketAddress> head,
        long patienceMillis,
        Map<String, String> parameters) {
    /** Bytes of a hello at most. */
    public static final int LIMIT = 1 << 20;

    /** Begins every hello; the last two digits change with the format. */
    private static final byte[] MAGIC = "strata01".getBytes(StandardCharsets.US_ASCII);

    private static final int SECRET_BYTES = 32;

    /** Returns the bytes to write to the standard input. */
    public byte[] encode() {
        MessageWriter out = new MessageWriter().text(version).text(jobId).bytes(secret);
        out.number(node).text(host).number(head.size());
        for (InetSocketAddress address : head) {
            out.bytes(address.getAddress().getAddress()).number(address.getPort());
        }
        byte[] fields = out.large(patienceMillis).pairs(parameters).end();
        return ByteBuffer.allocate(MAGIC.length + Integer.BYTES + fields.length)
                .put(MAGIC)
                .putInt(fields.length)
                .put(fields)
                .array();
    }

    /** Returns a hello for another node of the same job. */
    public Hello forNode(int other, String name) {
        return new Hello(version, jobId, secret, other, name, head, patienceMillis, parameters);
    }

    /**
     * Reads a hello.
     *
     * @throws IOException when the input ends, or is no hello of this version
     */
    public static Hello read(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        byte[] magic = data.readNBytes(MAGIC.length);
        if (!Arrays.equals(magic, MAGIC)) {
            throw new IOException(
                    "the standard input does not begin as that of a daemon of this version does");
        }
        int length = data.readInt();
        if (length < 1 || length > LIMIT) {
            throw new IOException("a hello of " + length + " bytes");
        }
        byte[] fields = data.readNBytes(length);
        try {
            return decode(new MessageReader(fields));
        } catch (MessageReader.DamagedException e) {
            throw new IOException("the hello on the standard input is damaged", e);
        }
    }

    private static Hello decode(MessageReader in) throws IOException {
        String version = in.text();
        String jobId = in.text();
        byte[] secret = in.bytes();
        int node = in.number();
        String host = in.text();
        List<InetSocketAddress> head = new ArrayList<>();
        for (int count = in.count(2 * Integer.BYTES); count > 0; count--) {
            InetAddress address = InetAddress.getByAddress(in.bytes());
            int port = in.number();
            if (port < 1 || port > 0xffff) {
                throw new IOException("port " + port);
            }
            head.add(new InetSocketAddress(address, port));
        }
        if (secret.length != SECRET_BYTES || !jobId.matches("[A-Za-z0-9-]{1,64}")) {
            throw new IOException("the hello on the standard input is damaged");
        }
        return new Hello(version, jobId, secret, node, host, head, in.large(), in.pairs());
    }
}
