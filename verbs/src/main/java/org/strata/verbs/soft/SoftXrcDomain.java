package org.strata.verbs.soft;

import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;
import org.strata.verbs.soft.segment.XrcTable;

import java.io.IOException;

/** An XRC domain: its processes share a table of queues. */
final class SoftXrcDomain extends SoftObject implements XrcDomain {
    /** Bit of the numbers of named domains. Other numbers are never given twice either. */
    private static final long NAMED = 1L << 62;

    private final long number;
    private final XrcTable table;

    private SoftXrcDomain(OpenDevice open, long number, XrcTable table) {
        super(open, "the XRC domain");
        this.number = number;
        this.table = table;
        device.users().add(1);
    }

    static SoftXrcDomain open(OpenDevice open, String name) {
        if (!open.device().attributes().xrc()) {
            throw new VerbsException(
                    VerbsException.EOPNOTSUPP,
                    open.device().name() + " has no extended reliable connections");
        }
        long number = name == null ? ownNumber(open) : NAMED | hash(name) >>> 2;
        try {
            open.objects().visitorLines().open();
            return new SoftXrcDomain(open, number, open.device().fabric().xrcTable(number));
        } catch (IOException e) {
            throw new VerbsException(
                    VerbsException.ENOMEM,
                    open.device().name() + " has no room for an XRC domain: " + e.getMessage());
        }
    }

    private static long ownNumber(OpenDevice open) {
        return hash(open.device().number() + "/" + open.objects().newPdNumber()) >>> 2;
    }

    private static long hash(String name) {
        long hash = 0xcbf2_9ce4_8422_2325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100_0000_01b3L;
        }
        return hash;
    }

    long number() {
        return number;
    }

    XrcTable table() {
        return table;
    }

    @Override
    void free() {
        if ((number & NAMED) == 0) {
            device.fabric().dropXrcTable(number);
        }
        device.users().add(-1);
    }
}
