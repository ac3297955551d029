package org.strata.tests.verbs;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.testkit.verbs.VerbsSide;
import org.strata.verbs.Access;
import org.strata.verbs.Gid;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.XrcDomain;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.StringJoiner;

/**
 * The other process of {@link SoftProcessTest}. Says where it is, connects to whom it is told, and
 * then does what single words on its standard input say: {@code echo N}, {@code idle}, {@code
 * sleep}, {@code stop}.
 */
final class Peer {
    static final String JOB = "processes";
    static final int RECEIVES = 32;
    static final int SLOT = 256;

    /** The owner of its files, and with the way MAPPED of the one that PLAIN is in. */
    static final int FILES = 7;

    /** Bytes of memory outside the segment. */
    static final int PLAIN = 1 << 20;

    private static final int ALL =
            Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.REMOTE_READ | Access.REMOTE_ATOMIC;

    private final VerbsSide side;
    private final QueuePair qp;
    private final QueuePair target;
    private final MemoryRegion plain;
    private final WorkCompletions wcs = new WorkCompletions(Arena.global(), 8);
    private final BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private Peer(String directory, String mode, String reach) {
        FileMemory memory = new FileMemory(Path.of(directory), FILES);
        SoftFabric fabric =
                SoftFabric.onHost(Path.of(directory), JOB, SoftFabric.Reach.valueOf(reach), memory);
        SoftConfig config =
                HostFabricContract.config(SoftConfig.Mode.valueOf(mode), Path.of(directory));
        side = new VerbsSide(new SoftProvider(config, fabric, out::println).open("soft0"));
        qp = side.rc();
        XrcDomain domain = side.keep(side.context.openXrcDomain("shared"));
        target = side.keep(side.context.createQp(QpInit.xrcRecv(domain)));
        boolean mapped = SoftFabric.Reach.valueOf(reach) == SoftFabric.Reach.MAPPED;
        long at = mapped ? memory.allocate(PLAIN).address() : side.allocate(PLAIN);
        plain = side.keep(side.pd.register(at, PLAIN, ALL));
    }

    public static void main(String[] args) throws IOException {
        new Peer(args[0], args[1], args[2]).run();
    }

    private void run() throws IOException {
        Gid gid = side.context.gid(1, 0);
        StringJoiner card = new StringJoiner(" ", "card ", "");
        card.add(String.valueOf(gid.interfaceId())).add(String.valueOf(qp.number()));
        card.add(String.valueOf(target.number()));
        card.add(String.valueOf(side.at(0))).add(String.valueOf(side.region.rkey()));
        card.add(String.valueOf(plain.address())).add(String.valueOf(plain.rkey()));
        out.println(card);
        String[] other = in.readLine().split(" ");
        Gid peer = new Gid(gid.subnetPrefix(), Long.parseLong(other[0]));
        connect(qp, Integer.parseInt(other[1]), peer);
        connect(target, Integer.parseInt(other[2]), peer);
        for (int i = 0; i < RECEIVES; i++) {
            side.postRecv(qp, i, i * SLOT, SLOT);
        }
        out.println("ready");
        String line = in.readLine();
        while (line != null && !line.equals("stop")) {
            obey(line);
            line = in.readLine();
        }
        side.close();
        out.println("closed");
    }

    /** Connects with PSN 0 and a timeout of 4 ms. */
    static void connect(QueuePair qp, int toNumber, Gid to) {
        qp.modify(QpAttributes.toInit(1, ALL));
        qp.modify(QpAttributes.toRtr(toNumber, 0, to, 0, 0).minRnrTimer(1));
        qp.modify(QpAttributes.toRts(0).timeout(10).retry(3).rnrRetry(7));
    }

    private void obey(String line) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "echo" -> echo(Integer.parseInt(words[1]));
            case "sleep" -> sleep();
            default -> out.println("idle");
        }
    }

    private void echo(int messages) {
        int done = 0;
        while (done < messages) {
            int count = side.recvCq.poll(wcs, 8);
            for (int i = 0; i < count; i++) {
                answer(i);
                done++;
            }
            side.sendCq.poll(wcs, 0);
        }
        out.println("echoed");
    }

    private void answer(int i) {
        if (wcs.status(i) != WcStatus.SUCCESS) {
            throw new AssertionError(WcStatus.name(wcs.status(i)));
        }
        int slot = (int) wcs.wrId(i);
        int length = wcs.byteLength(i);
        side.send.wrId(slot).operation(WrOpcode.SEND, length <= 64 ? SendFlags.INLINE : 0);
        side.send.sge(side.at(slot * SLOT), length, side.region.lkey());
        if (qp.postSend(side.send) != Rc.OK) {
            throw new AssertionError("the answer was not taken");
        }
        side.postRecv(qp, slot, slot * SLOT, SLOT);
    }

    /** Sleeps in the channel until a message comes; says what it was. */
    private void sleep() {
        side.recvCq.requestNotify(false);
        out.println("asleep");
        boolean woken = side.channel.await(30_000_000_000L) != null;
        int count = side.recvCq.poll(wcs, 1);
        int slot = count > 0 ? (int) wcs.wrId(0) : 0;
        out.println("woken " + woken + " " + count + " " + Memory.getInt(side.at(slot * SLOT)));
    }
}
