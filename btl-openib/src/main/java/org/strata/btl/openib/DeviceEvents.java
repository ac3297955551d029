package org.strata.btl.openib;

import org.strata.mca.base.Output;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.Context;
import org.strata.verbs.Gid;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;

import java.util.List;

/** What the adapter tells besides completions. */
final class DeviceEvents {
    private DeviceEvents() {}

    static void handle(
            OpenibBtl btl, AsyncEvent event, List<OpenibEndpoint> endpoints, Output output) {
        switch (event.type()) {
            case SRQ_LIMIT_REACHED -> onLimit(btl, event.sharedReceiveQueue());
            case QP_FATAL, QP_REQ_ERR, QP_ACCESS_ERR -> onPair(btl, event);
            case QP_LAST_WQE_REACHED -> onLastReceive(btl, event.queuePair());
            case PATH_MIG_ERR, PATH_MIG, COMM_EST, SQ_DRAINED -> {}
            case DEVICE_FATAL, CQ_ERR, SRQ_ERR -> onFatal(btl, event, output);
            case PORT_ERR, PORT_ACTIVE, SM_CHANGE, CLIENT_REREGISTER -> onPort(btl, event, output);
            case LID_CHANGE, GID_CHANGE -> onAddress(btl, event, output);
            case PKEY_CHANGE, OTHER -> btl.parts().trace("event " + event.type());
        }
        if (endpoints.isEmpty()) {
            btl.parts().trace("event " + event.type() + " without peers");
        }
    }

    private static void onPort(OpenibBtl btl, AsyncEvent event, Output output) {
        if (event.port() != btl.port().number()) {
            return;
        }
        String what = OpenibTexts.help("port-event", btl.attributes().name(), event.type());
        switch (event.type()) {
            case PORT_ERR -> {
                output.warn(OpenibTexts.help("port-lost", btl.attributes().name(), event.type()));
                btl.onPortDown(what);
            }
            case PORT_ACTIVE -> {
                output.warn(OpenibTexts.help("port-back", btl.attributes().name(), event.type()));
                btl.onPortUp();
            }
            default -> output.warn(what);
        }
    }

    /** Peers have the address that was published: what changes it is said, what does not is not. */
    private static void onAddress(OpenibBtl btl, AsyncEvent event, Output output) {
        Port port = btl.port();
        if (event.port() != port.number()) {
            return;
        }
        String was = address(port.address().lid(), port.gid().gid());
        String now = present(port);
        if (was.equals(now)) {
            btl.parts().trace("event " + event.type() + ", and the port's address is the same");
        } else {
            output.warn(OpenibTexts.help("address-changed", btl.attributes().name(), was, now));
        }
    }

    private static String present(Port port) {
        Context context = port.adapter().context;
        try {
            int lid = context.port(port.number()).lid();
            return address(lid, context.gid(port.number(), port.gidIndex()));
        } catch (VerbsException e) {
            return e.getMessage();
        }
    }

    private static String address(int lid, Gid gid) {
        return (lid == 0 ? "" : "LID " + lid + ", ") + (gid.isNone() ? "no GID" : "GID " + gid);
    }

    private static void onLimit(OpenibBtl btl, SharedReceiveQueue queue) {
        for (int i = 0; i < btl.parts().queues().specs().size(); i++) {
            SharedQueue shared = btl.parts().queues().sharedQueue(i);
            if (shared != null && shared.queue() == queue) {
                shared.onLimit();
                btl.parts().trace("receive queue " + i + " ran low: now " + shared.target());
            }
        }
    }

    private static void onPair(OpenibBtl btl, AsyncEvent event) {
        QueuePair pair = event.queuePair();
        Channel channel =
                pair == null ? null : btl.parts().resources().channels().findPair(pair.number());
        if (channel != null) {
            channel.events().broken(OpenibTexts.help("pair-event", channel.index(), event.type()));
        } else if (pair != null && !isOfNode(btl, pair, event)) {
            // A message to a closed queue is a request error: it breaks a lane that is in order.
            boolean involuntary = event.type() != AsyncEventType.QP_REQ_ERR;
            String what = "a lane's queue pair failed: " + event.type();
            btl.onQueuePairEvent(pair, what, involuntary);
        }
    }

    private static boolean isOfNode(OpenibBtl btl, QueuePair pair, AsyncEvent event) {
        String what = "a queue pair to a node failed: " + event.type();
        return btl.nodes() != null && btl.nodes().onPairEvent(pair.number(), what);
    }

    private static void onLastReceive(OpenibBtl btl, QueuePair pair) {
        if (pair != null) {
            btl.parts().resources().onLastReceive(pair.number());
            if (btl.nodes() != null) {
                btl.nodes().onLastReceive(pair.number());
            }
        }
    }

    private static void onFatal(OpenibBtl btl, AsyncEvent event, Output output) {
        output.warn(OpenibTexts.help("device-fatal", btl.attributes().name(), event.type()));
        btl.failAll("the adapter has failed: " + event.type());
    }
}
