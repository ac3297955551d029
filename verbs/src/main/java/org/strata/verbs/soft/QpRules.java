package org.strata.verbs.soft;

import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.VerbsException;

/** Checks the arguments of queue pairs. Tier 3. */
final class QpRules {
    private QpRules() {}

    /**
     * @throws VerbsException EINVAL for attributes that the device cannot provide
     */
    static void check(SoftDevice device, QpInit init) {
        var limits = device.attributes();
        boolean target = init.type() == QpType.XRC_RECV;
        boolean complete =
                target
                        ? init.xrc() != null
                        : init.pd() != null
                                && init.sendCq() != null
                                && (init.type() == QpType.XRC_SEND || init.recvCq() != null);
        boolean fits =
                init.maxSendWr() >= (target ? 0 : 1)
                        && init.maxSendWr() <= limits.maxQpWr()
                        && init.maxRecvWr() >= 0
                        && init.maxRecvWr() <= limits.maxQpWr()
                        && init.maxSendSge() >= 0
                        && init.maxSendSge() <= limits.maxSge()
                        && init.maxRecvSge() >= 0
                        && init.maxRecvSge() <= limits.maxSge()
                        && init.maxInline() >= 0
                        && init.maxInline() <= limits.maxInline();
        // A queue of all datagrams would serve no purpose here, and a visitor of it no lock.
        boolean own = init.type() != QpType.UD || init.srq() == null;
        if (!complete || !fits || !own) {
            throw new VerbsException(
                    VerbsException.EINVAL, device.name() + " cannot make a pair of " + init);
        }
    }

    /** Adds to, or takes from, the users of the objects that a pair is made from. */
    static void count(QpInit init, int delta) {
        Object[] parts = {init.pd(), init.sendCq(), init.recvCq(), init.srq(), init.xrc()};
        for (Object part : parts) {
            if (part instanceof SoftObject used) {
                used.users().add(delta);
            }
        }
    }

    /**
     * @throws VerbsException EINVAL for a transition that is not legal, lacks an attribute or has
     *     one out of range
     */
    static void checkTransition(
            SoftDevice device, QpType type, QpState from, QpState to, QpAttributes attributes) {
        int required = Transitions.required(type, from, to);
        if (required == Transitions.ILLEGAL) {
            throw new VerbsException(
                    VerbsException.EINVAL, "a queue pair does not go from " + from + " to " + to);
        }
        String missing = Transitions.missing(required, attributes);
        if (!missing.isEmpty()) {
            throw new VerbsException(
                    VerbsException.EINVAL, "from " + from + " to " + to + " needs " + missing);
        }
        String wrong = outOfRange(device, attributes);
        if (!wrong.isEmpty()) {
            throw new VerbsException(VerbsException.EINVAL, wrong);
        }
    }

    private static String outOfRange(SoftDevice device, QpAttributes attributes) {
        int ports = device.attributes().ports();
        if (attributes.has(QpAttributes.PORT)
                && (attributes.port() < 1 || attributes.port() > ports)) {
            return device.name() + " has no port " + attributes.port();
        }
        if (attributes.has(QpAttributes.AV) && attributes.destinationGid().isNone()) {
            return device.name() + " needs the peer's GID";
        }
        if (attributes.timeout() > 31 || attributes.retry() > 7 || attributes.rnrRetry() > 7) {
            return "timeout has 5 bits, retry counts have 3";
        }
        return "";
    }
}
