package org.strata.ess.rendezvous;

import org.strata.ess.base.ForeignLauncher;

import java.io.IOException;
import java.util.function.IntConsumer;

/** A rank at its meeting point. */
final class Rendezvous implements ForeignLauncher {
    private final MeetingPoint point;

    /** In rank 0; null elsewhere. */
    private final Register register;

    /** In rank 0; null elsewhere. */
    private final Host host;

    /** In other ranks; null in rank 0. */
    private final Visitor visitor;

    private Rendezvous(MeetingPoint point, Register register, Host host, Visitor visitor) {
        this.point = point;
        this.register = register;
        this.host = host;
        this.visitor = visitor;
    }

    /** Goes to the meeting point. */
    static Rendezvous of(MeetingPoint point, int seconds, IntConsumer halt) throws IOException {
        if (point.rank() > 0) {
            return new Rendezvous(point, null, null, Visitor.connect(point, seconds, halt));
        }
        Register register = new Register(point.size(), seconds);
        return new Rendezvous(point, register, Host.open(point, register), null);
    }

    @Override
    public int rank() {
        return point.rank();
    }

    @Override
    public int size() {
        return point.size();
    }

    @Override
    public int universeSize() {
        return point.size();
    }

    @Override
    public int appNum() {
        return 0;
    }

    @Override
    public void put(String key, String value) throws IOException {
        if (register == null) {
            visitor.ask("put", key, value);
        } else {
            register.put(0, key, value);
        }
    }

    @Override
    public void fence() throws IOException {
        if (register == null) {
            visitor.ask("fence");
        } else {
            register.fence(0);
        }
    }

    @Override
    public String get(int rank, String key) throws IOException {
        return register == null ? visitor.ask("get", "" + rank, key) : register.get(rank, key);
    }

    /** Rank 0 is asked over its control server, and ends the others. */
    @Override
    public void abort(int code, String message) {
        if (host != null) {
            host.abort(code);
        }
    }

    @Override
    public void finish() {
        if (host == null) {
            visitor.close();
        } else {
            host.close();
        }
    }
}
