package org.strata.btl.openib;

import org.strata.mca.base.ComponentModule.Objections;
import org.strata.mca.base.Section;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.FreeList;

import java.util.regex.Pattern;

/** Finds parameters that bounds alone cannot rule out: what contradicts itself or each other. */
final class OpenibCheck {
    private static final Pattern PORT = Pattern.compile("[^:]+(:[1-9]\\d{0,2})?");

    private static final int LEAST_RDMA = 1024;

    private final Section section;
    private final Objections objections;

    OpenibCheck(Section section, Objections objections) {
        this.section = section;
        this.objections = objections;
    }

    void run() {
        ports("if-include");
        ports("if-exclude");
        notZero("max-btls", "no port could be used; btl = ^openib leaves this component out");
        FreeList.check(section, objections);
        if (section.size("max-hw-msg-size") > 0 && section.size("max-hw-msg-size") < LEAST_RDMA) {
            objections.add("max-hw-msg-size", "It must be at least 1k, or 0 for the port's limit.");
        }
        for (String word : section.list("flags")) {
            if (Flags.word(word) < 0) {
                objections.add("flags", "\"" + word + "\" is none of send, put, get.");
            }
        }
        BtlAttributes.check(section, objections);
        rings();
        if (section.text("receive-queues").isBlank()) {
            originalQueues();
        } else {
            receiveQueues();
        }
    }

    /** A ring takes no more than is sent at once, and a block holds two of the longest packets. */
    private void rings() {
        String limit = "eager-rdma-limit";
        boolean set = section.isSet(limit);
        if (set && section.size(limit) > section.size("eager-limit")) {
            objections.add(
                    limit, "It must not be more than " + section.describe("eager-limit") + ".");
        }
        String block = "eager-rdma-block";
        if (set && section.isSet(block) && section.size(block) < 2 * section.size(limit)) {
            objections.add(block, "It must hold two packets of " + section.describe(limit) + ".");
        }
    }

    private void ports(String key) {
        for (String entry : section.list(key)) {
            if (!PORT.matcher(entry).matches()) {
                objections.add(key, "\"" + entry + "\" is no device or device:port.");
            }
        }
    }

    private void notZero(String key, String why) {
        if (section.integer(key) == 0) {
            objections.add(key, "With 0 " + why + ". -1 means no bound.");
        }
    }

    /** Objects to a number that was set and is more than another; the default gives way. */
    private void notMore(String key, String other, boolean applies) {
        boolean more = section.integer(key) > section.integer(other);
        if (applies && more && section.isSet(key) && section.isSet(other)) {
            objections.add(key, "It must not be more than " + section.describe(other) + ".");
        }
    }

    private void originalQueues() {
        boolean shared = section.bool("use-srq");
        String fewer = value("rd-num") <= value("rd-num-low") ? "rd-num" : "rd-num-low";
        if (!shared && section.isSet("rd-low") && value("rd-low") >= value(fewer)) {
            objections.add("rd-low", "It must be less than " + section.describe(fewer) + ".");
        }
        if (!shared && section.isSet("rd-win") && value("rd-win") > value(fewer)) {
            String why = "So many credits never wait: it must not be more than ";
            objections.add("rd-win", why + section.describe(fewer) + ".");
        }
        notMore("rd-num", "srq-rd-max", shared);
        notMore("rd-num-low", "srq-rd-max", shared);
        notMore("srq-share-min", "srq-rd-max", shared);
        pairs(2, "two, for high and low priority");
    }

    private int value(String key) {
        return section.integer(key);
    }

    private void receiveQueues() {
        ReceiveQueues queues;
        try {
            queues = ReceiveQueues.parse(section.text("receive-queues"));
        } catch (ReceiveQueues.BadQueuesException e) {
            objections.add("receive-queues", "Its " + e.getMessage() + ".");
            return;
        }
        for (String limit : new String[] {"eager-limit", "rndv-eager-limit", "max-send-size"}) {
            if (section.isSet(limit) && section.size(limit) > queues.largest()) {
                String why = "It must not be more than the longest entry, " + queues.largest();
                objections.add(
                        limit, why + " bytes, of " + section.describe("receive-queues") + ".");
            }
        }
        if (queues.extended() && section.bool("xrc-per-node")) {
            perNode();
            return;
        }
        int pairs = queues.pairsPerConnection();
        pairs(pairs, pairs + ", with " + section.describe("receive-queues"));
    }

    /** A queue pair that all ranks of a node use is never idle enough to be closed for others. */
    private void perNode() {
        if (section.integer("max-qps") > 0) {
            String why = "The ranks of a node share its queue pairs, with ";
            objections.add("max-qps", why + section.describe("xrc-per-node") + ": it must be 0.");
        }
    }

    private void pairs(int least, String which) {
        int most = section.integer("max-qps");
        if (most > 0 && most < least) {
            String why = "A connection has queue pairs of its own: ";
            objections.add("max-qps", why + which + ". 0 means as many as the adapter has.");
        }
    }
}
