package org.strata.btl.fault;

import org.strata.btl.wrap.BtlWrapper;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;

import java.util.IdentityHashMap;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/**
 * Faults on one link. {@link #admit} decides whether a send, put or get is refused; one that is not
 * may be delayed, and those that follow wait behind it. Not tier 1: it allocates.
 */
class FaultBtl extends BtlWrapper {
    /** Tag of the message that notifies the peer's wrapper of a link's death. */
    static final int DEATH_NOTE = 0x3f;

    private final FaultConfig config;
    private final Dice dice;
    private final ProgressEngine engine;
    private final Clock clock;
    private final IdentityHashMap<BtlEndpoint, FaultLink> links = new IdentityHashMap<>();
    private FaultLink[] polled = new FaultLink[0];

    /** After a refusal the rank must not sleep: no event would wake it for the next attempt. */
    private boolean refused;

    FaultBtl(Btl link, FaultSource source, BtlErrorHandler errors) {
        super(link, "fault", errors);
        config = source.config();
        dice = source.dice();
        engine = source.engine();
        clock = source.clock();
    }

    /** Returns the faults of a peer; the first contact may be a message from it. */
    private FaultLink faults(BtlEndpoint endpoint) {
        FaultLink known = links.get(endpoint);
        if (known != null) {
            return known;
        }
        FaultLink made = new FaultLink(endpoint, clock);
        links.put(endpoint, made);
        polled = links.values().toArray(new FaultLink[0]);
        engine.register(this);
        return made;
    }

    @Override
    public BtlEndpoint addPeer(Proc peer, StringBuilder refusal) {
        BtlEndpoint endpoint = super.addPeer(peer, refusal);
        if (endpoint != null) {
            faults(endpoint);
        }
        return endpoint;
    }

    @Override
    public void removePeer(BtlEndpoint endpoint) {
        FaultLink faults = links.remove(endpoint);
        if (faults != null) {
            polled = links.values().toArray(new FaultLink[0]);
            faults.dropAll();
        }
        super.removePeer(endpoint);
    }

    // Whether an operation happens.

    /** Returns OK, or why an operation on a link does not happen. */
    private int admit(FaultLink link) {
        if (link.state != FaultState.ALIVE) {
            return Rc.LINK_FAILED;
        }
        link.operations++;
        if (link.operations == config.linkDeathAfter() || dice.rolls(config.linkDeath())) {
            die(link, true);
            return Rc.LINK_FAILED;
        }
        return refuses() || link.full() ? refusal() : Rc.OK;
    }

    private boolean refuses() {
        return dice.rolls(config.noResource());
    }

    private int refusal() {
        refused = true;
        return Rc.NO_RESOURCE;
    }

    private boolean heldBack(FaultLink link) {
        return link.holds() || dice.rolls(config.delay());
    }

    private long delay() {
        return dice.rolls(config.delay()) ? dice.upTo(config.delayMaxNanos()) : 0;
    }

    @Override
    public int sendImmediate(
            BtlEndpoint endpoint,
            int tag,
            long header,
            int headerLength,
            Object base,
            long offset,
            int length) {
        FaultLink link = faults(endpoint);
        int rc = admit(link);
        if (rc != Rc.OK) {
            return rc;
        }
        if (!heldBack(link)) {
            return super.sendImmediate(endpoint, tag, header, headerLength, base, offset, length);
        }
        Descriptor copy = copy(link, headerLength, base, offset, length);
        if (copy == null) {
            return refusal();
        }
        Memory.copy(header, copy.address, headerLength);
        return hold(link, copy, tag);
    }

    @Override
    public int sendShort(
            BtlEndpoint endpoint,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            int length) {
        FaultLink link = faults(endpoint);
        int rc = admit(link);
        if (rc != Rc.OK) {
            return rc;
        }
        if (!heldBack(link)) {
            return super.sendShort(endpoint, tag, header0, header1, base, offset, length);
        }
        Descriptor copy = copy(link, SHORT_HEADER, base, offset, length);
        if (copy == null) {
            return refusal();
        }
        Memory.putLong(copy.address, header0);
        Memory.putLong(copy.address + Long.BYTES, header1);
        return hold(link, copy, tag);
    }

    /**
     * Returns a descriptor with a copy of a message's payload, or null. All that the message needs
     * is allocated now: those that wait behind it may have the link's last descriptors.
     */
    private Descriptor copy(FaultLink link, int headerLength, Object base, long at, int length) {
        Descriptor copy = super.alloc(link.endpoint, headerLength + length);
        if (copy != null) {
            Memory.copyOut(base, at, copy.address + headerLength, length);
            copy.setLengths(headerLength, length);
            copy.callback = (btl, over, rc) -> btl.free(over);
        }
        return copy;
    }

    private int hold(FaultLink link, Descriptor copy, int tag) {
        hold(link, () -> pass(link, copy, tag), code -> free(copy));
        return Rc.OK;
    }

    @Override
    public Descriptor alloc(BtlEndpoint endpoint, int length) {
        if (refuses()) {
            refusal();
            return null;
        }
        return super.alloc(endpoint, length);
    }

    @Override
    public Descriptor prepareSource(
            BtlEndpoint endpoint, Buf buf, long position, int headerLength, long maxPayload) {
        if (refuses()) {
            refusal();
            return null;
        }
        long room = Math.min(maxPayload, attributes().maxSendSize() - headerLength);
        long part = room > 1 && dice.rolls(config.partial()) ? dice.upTo(room - 1) : maxPayload;
        return super.prepareSource(endpoint, buf, position, headerLength, part);
    }

    @Override
    public int send(BtlEndpoint endpoint, Descriptor descriptor, int tag) {
        FaultLink link = faults(endpoint);
        int rc = admit(link);
        if (rc != Rc.OK) {
            return rc;
        }
        if (!heldBack(link)) {
            return pass(link, descriptor, tag);
        }
        hold(
                link,
                () -> pass(link, descriptor, tag),
                code -> descriptor.callback.onComplete(this, descriptor, code));
        return Rc.OK;
    }

    /** Sends a descriptor over the wrapped link and counts it until it completes. */
    private int pass(FaultLink link, Descriptor descriptor, int tag) {
        link.underWay++;
        int rc = super.send(link.endpoint, descriptor, tag);
        link.underWay -= rc == Rc.OK ? 0 : 1;
        return rc;
    }

    @Override
    protected int onComplete(Descriptor descriptor, int rc) {
        FaultLink link = faults(descriptor.endpoint);
        link.underWay--;
        return link.state == FaultState.ALIVE ? rc : Rc.LINK_FAILED;
    }

    @Override
    public Registration register(
            BtlEndpoint endpoint, long address, long length, int access, Object owner) {
        return refuses() ? null : super.register(endpoint, address, length, access, owner);
    }

    @Override
    public int put(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaBtl.RdmaCallback callback) {
        return operate(
                faults(endpoint),
                callback,
                over ->
                        super.put(
                                endpoint, local, localRegistration, remote, handle, length, over));
    }

    @Override
    public int get(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaBtl.RdmaCallback callback) {
        return operate(
                faults(endpoint),
                callback,
                over ->
                        super.get(
                                endpoint, local, localRegistration, remote, handle, length, over));
    }

    /** A put or get of the wrapped link, given what it calls at its end. */
    private interface Operation {
        int start(RdmaBtl.RdmaCallback over);
    }

    /** Starts a put or get at once; a delay postpones its completion. */
    private int operate(FaultLink link, RdmaBtl.RdmaCallback callback, Operation operation) {
        int rc = admit(link);
        if (rc != Rc.OK) {
            return rc;
        }
        link.underWay++;
        rc =
                operation.start((endpoint, length, code) -> {
                    if (link.state == FaultState.ALIVE && heldBack(link)) {
                        hold(
                                link,
                                () -> {
                                    link.underWay--;
                                    callback.onComplete(endpoint, length, code);
                                    return Rc.OK;
                                },
                                dropped -> {
                                    link.underWay--;
                                    callback.onComplete(endpoint, length, dropped);
                                });
                    } else {
                        link.underWay--;
                        int told = link.state == FaultState.ALIVE ? code : Rc.LINK_FAILED;
                        callback.onComplete(endpoint, length, told);
                    }
                });
        link.underWay -= rc == Rc.OK ? 0 : 1;
        return rc;
    }

    /** Delays an accepted operation: failures from here on go to its callback. */
    private void hold(FaultLink link, IntSupplier start, IntConsumer fail) {
        link.hold(
                delay(),
                () -> {
                    int rc = start.getAsInt();
                    if (rc != Rc.OK && rc != Rc.NO_RESOURCE) {
                        fail.accept(rc);
                    }
                    return rc != Rc.NO_RESOURCE;
                },
                () -> fail.accept(Rc.LINK_FAILED));
    }

    // Death.

    /**
     * The link dies: from now on nothing more is sent or received over it.
     *
     * @param tell whether the peer has to be notified
     */
    private void die(FaultLink link, boolean tell) {
        link.state = FaultState.DYING;
        link.noteDue = tell;
    }

    /** Lets the link to a peer die now. */
    void kill(BtlEndpoint endpoint) {
        die(faults(endpoint), true);
    }

    @Override
    protected void onMessage(
            ActiveMessages.Handler next, BtlEndpoint from, int tag, long address, int length) {
        FaultLink link = faults(from);
        if (link.state != FaultState.ALIVE) {
            return;
        }
        if (tag == DEATH_NOTE) {
            die(link, false);
        } else {
            super.onMessage(next, from, tag, address, length);
        }
    }

    @Override
    protected void onError(BtlEndpoint endpoint, int rc, String reason) {
        FaultLink link = faults(endpoint);
        boolean told = link.state == FaultState.DEAD;
        link.state = FaultState.DEAD;
        link.dropAll();
        if (!told) {
            super.onError(endpoint, rc, reason);
        }
    }

    /** Completes what is left of a link that died, then reports it. */
    private void bury(FaultLink link) {
        link.dropAll();
        if (link.noteDue) {
            link.noteDue =
                    link().sendImmediate(link.endpoint, DEATH_NOTE, 0, 0, null, 0, 0)
                            == Rc.NO_RESOURCE;
        }
        if (link.noteDue || link.underWay > 0) {
            return;
        }
        link.state = FaultState.DEAD;
        String name = attributes().name();
        super.onError(link.endpoint, Rc.LINK_FAILED, name + ": the link died on purpose");
    }

    /** Returns events while operations are delayed, so that the rank does not sleep. */
    @Override
    public int progress() {
        int events = refused ? 1 : 0;
        refused = false;
        for (FaultLink link : polled) {
            if (link.state == FaultState.DYING) {
                bury(link);
                events++;
            } else if (link.holds()) {
                link.release();
                events++;
            }
        }
        return events;
    }

    @Override
    public boolean flushed() {
        for (FaultLink link : polled) {
            if (link.holds() || link.state == FaultState.DYING) {
                return false;
            }
        }
        return super.flushed();
    }

    @Override
    public void close() {
        engine.unregister(this);
        links.values().forEach(FaultLink::forget);
        links.clear();
        polled = new FaultLink[0];
        super.close();
    }
}
