package org.strata.verbs.soft;

import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

import java.io.IOException;

/** An XRC domain: its processes share a table of queues. */
final class SoftXrcDomain extends SoftObject implements XrcDomain {
    /** Bit of the numbers of named domains. Other numbers are never given twice either. */
    private static final long NAMED = 1L << 62;

    private final long number;
    private final XrcTable table;

    private SoftXrcDomain(SoftContext context, long number, XrcTable table) {
        super(context, "the XRC domain");
        this.number = number;
        this.table = table;
        context.users().add(1);
    }

    static SoftXrcDomain open(SoftContext context, String name) {
        long number = name == null ? ownNumber(context) : NAMED | hash(name) >>> 2;
        try {
            context.objects().visitorLines().open();
            return new SoftXrcDomain(context, number, context.fabric().xrcTable(number));
        } catch (IOException e) {
            throw new VerbsException(
                    VerbsException.ENOMEM,
                    context.device() + " has no room for an XRC domain: " + e.getMessage());
        }
    }

    private static long ownNumber(SoftContext context) {
        return hash(context.number() + "/" + context.objects().newPdNumber()) >>> 2;
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
            context.fabric().dropXrcTable(number);
        }
        context.users().add(-1);
    }
}
