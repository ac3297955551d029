package org.strata.pml.base.match;

import org.strata.mca.base.Sizes;
import org.strata.mca.proc.Proc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Says in words which messages a rank keeps that no receive has matched: how many of which sender,
 * with which tag, on which communicator. Tier 3.
 */
final class KeptReport {
    /** Kinds of messages that are named; the others are counted together. */
    private static final int NAMED = 6;

    private final Map<Kind, Amount> kinds = new LinkedHashMap<>();
    private final Amount all = new Amount();

    /** What the messages of one line have in common. */
    private record Kind(MatchPeer sender, int tag) {
        @Override
        public String toString() {
            String what = tag >= 0 ? " with tag " + tag : " of collective operations";
            String where = sender.comm.context.label();
            return " of rank " + Proc.inJob(sender.proc.rank()) + what + " on " + where;
        }
    }

    private static final class Amount {
        private long messages;
        private long bytes;

        private void add(long more, long taken) {
            messages += more;
            bytes += taken;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%,d message%s", messages, messages == 1 ? "" : "s");
        }
    }

    /** Counts a message that waits for its receive. */
    void add(MatchPeer sender, long kept) {
        // All collective operations are one kind: their tags mean nothing to people.
        int tag = Math.max(PacketRecord.tag(kept), -1);
        long taken = PacketStore.taken(PacketRecord.length(kept));
        kinds.computeIfAbsent(new Kind(sender, tag), any -> new Amount()).add(1, taken);
        all.add(1, taken);
    }

    /**
     * Returns the lines of the report.
     *
     * @param bytes that all kept packets take, those included that were not counted here
     */
    List<String> lines(long bytes) {
        List<String> lines = new ArrayList<>();
        if (kinds.size() > 1 || bytes > all.bytes) {
            lines.add(Sizes.text(bytes) + " in " + all + ", of which");
        }
        List<Map.Entry<Kind, Amount>> most = new ArrayList<>(kinds.entrySet());
        most.sort(
                Comparator.comparingLong((Map.Entry<Kind, Amount> one) -> -one.getValue().bytes)
                        .thenComparing(one -> one.getKey().sender.proc.rank())
                        .thenComparing(one -> -one.getKey().tag));
        Amount others = new Amount();
        for (int i = 0; i < most.size(); i++) {
            Amount amount = most.get(i).getValue();
            if (i < NAMED) {
                lines.add(Sizes.text(amount.bytes) + " in " + amount + most.get(i).getKey());
            } else {
                others.add(amount.messages, amount.bytes);
            }
        }
        if (others.messages > 0) {
            lines.add(Sizes.text(others.bytes) + " in " + others + " of other senders and tags");
        }
        if (bytes > all.bytes) {
            lines.add(
                    Sizes.text(bytes - all.bytes)
                            + " on communicators that it has not created yet");
        }
        return lines;
    }
}
