package org.strata.btl.openib;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The receive queues of a link, smallest first: one queue pair per peer and queue. A message takes
 * the smallest queue that it fits.
 */
record ReceiveQueues(List<QueueSpec> specs) {
    private static final int MOST = 16;
    private static final int MOST_RECEIVES = 0xffff;
    private static final int MOST_BYTES = 1 << 30;
    private static final int DEFAULT_NUM = 256;

    /** Copies the list. */
    ReceiveQueues {
        specs = List.copyOf(specs);
    }

    /** A text that describes no queues; the message is for the user. */
    static final class BadQueuesException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        BadQueuesException(String message) {
            super(message);
        }
    }

    /**
     * Reads Open MPI's syntax: entries {@code P,size[,num[,low[,win[,reserved]]]]}, and {@code
     * S,size[,num[,low[,sendMax[,initial[,limit]]]]]} or the same with X, separated by colons.
     *
     * @throws BadQueuesException when it is none
     */
    static ReceiveQueues parse(String text) {
        List<QueueSpec> specs = new ArrayList<>();
        for (String entry : text.split(":", -1)) {
            specs.add(new Entry(entry).read());
        }
        specs.sort((a, b) -> Integer.compare(a.size(), b.size()));
        check(specs);
        return new ReceiveQueues(specs);
    }

    private static void check(List<QueueSpec> specs) {
        long extended = specs.stream().filter(s -> s.type() == QueueSpec.Type.EXTENDED).count();
        if (extended > 0 && extended < specs.size()) {
            throw new BadQueuesException("X entries cannot be mixed with P and S entries");
        }
        if (specs.size() > MOST) {
            throw new BadQueuesException("more than " + MOST + " entries");
        }
    }

    /** Makes the two queues, high and low priority, that the original parameters describe. */
    static ReceiveQueues original(OpenibConfig.Queues config, int highSize, int lowSize) {
        return new ReceiveQueues(
                List.of(
                        original(config, highSize, config.num(), config.perPeer()),
                        original(config, lowSize, config.numLow(), config.perPeerLow())));
    }

    private static QueueSpec original(OpenibConfig.Queues config, int size, int num, int perPeer) {
        if (config.useSrq()) {
            int most = config.sharedMax();
            int own = Math.min(num, most);
            return new QueueSpec(
                    QueueSpec.Type.SHARED,
                    size,
                    most,
                    most - 1,
                    config.win(),
                    1,
                    Math.max(2, config.sharedSendMax()),
                    own,
                    perPeer,
                    Math.max(1, own * 3 / 16));
        }
        int low = Math.min(config.low(), num - 1);
        int win = Math.min(config.win(), low + 1);
        return new QueueSpec(
                QueueSpec.Type.PER_PEER,
                size,
                num,
                low,
                win,
                reserved(num, win),
                Math.max(2, num),
                num,
                0,
                0);
    }

    private static int reserved(int num, int win) {
        return Math.max(1, (num * 2 - 1) / win);
    }

    /** Returns the most receives that one peer has of its own in one queue. */
    int longest() {
        return specs.stream()
                .filter(s -> !s.shared())
                .mapToInt(QueueSpec::receives)
                .max()
                .orElse(0);
    }

    /** Returns the longest message that fits any queue. */
    int largest() {
        return specs.getLast().size();
    }

    /** Returns the queue pairs of one connection: with extended ones, one for each direction. */
    int pairsPerConnection() {
        return extended() ? 2 * specs.size() : specs.size();
    }

    /** Returns whether the queues are those of extended reliable connections. */
    boolean extended() {
        return specs.getFirst().type() == QueueSpec.Type.EXTENDED;
    }

    /** Returns the same queues, shared without extended connections, as {@link #toString}. */
    String withoutExtended() {
        return toString().replaceAll("(^|:)X,", "$1S,");
    }

    /** Returns these queues in the syntax that {@link #parse} reads. */
    @Override
    public String toString() {
        return specs.stream().map(QueueSpec::toString).collect(Collectors.joining(":"));
    }

    /** One entry of the text, read field by field. */
    private static final class Entry {
        private static final String NO_DC =
                "there are no dynamically connected queue pairs (D) here. S entries share receives"
                        + " among all peers, btl_openib_max_qps bounds the connections, and"
                        + " btl_openib_first_contact ud talks little to many without any";
        private final String text;
        private final String[] fields;

        Entry(String text) {
            this.text = text;
            this.fields = text.strip().split(",", -1);
        }

        QueueSpec read() {
            return switch (fields[0].strip()) {
                case "P" -> perPeer();
                case "S" -> shared(QueueSpec.Type.SHARED);
                case "X" -> shared(QueueSpec.Type.EXTENDED);
                case "D" -> throw bad(NO_DC);
                default -> throw bad("it must begin with P, S or X");
            };
        }

        private QueueSpec perPeer() {
            count(6);
            int size = required(1);
            int num = field(2, DEFAULT_NUM);
            int low = field(3, num * 3 / 4);
            compare(num, low);
            int win = field(4, Math.min(num, (num - low) * 2));
            if (win < 1 || win > num) {
                throw bad("credits are returned at " + win + ", which must be 1 to " + num);
            }
            int reserved = Math.max(1, field(5, 2 * num / win));
            // Credits that nobody returns any more would stop the peer for good.
            int safeWin = Math.min(win, low + 1);
            return new QueueSpec(
                    QueueSpec.Type.PER_PEER,
                    size,
                    num,
                    low,
                    safeWin,
                    reserved,
                    Math.max(2, num),
                    num,
                    0,
                    0);
        }

        private QueueSpec shared(QueueSpec.Type type) {
            count(7);
            int size = required(1);
            int num = field(2, DEFAULT_NUM);
            int low = field(3, num * 3 / 4);
            int sendMax = field(4, low / 4);
            int initial = field(5, Math.max(1, num / 4));
            int limit = field(6, Math.max(1, initial * 3 / 16));
            compare(num, low);
            if (initial > num) {
                throw bad("it posts " + initial + " receives at first but " + num + " at most");
            }
            if (limit > num) {
                throw bad("its limit " + limit + " is above its " + num + " receives");
            }
            return new QueueSpec(
                    type,
                    size,
                    num,
                    low,
                    Math.max(1, num - low),
                    1,
                    Math.max(2, sendMax),
                    Math.max(1, initial),
                    0,
                    limit);
        }

        private void compare(int num, int low) {
            if (num <= low) {
                throw bad(num + " receives must be more than the low mark " + low);
            }
            if (num > MOST_RECEIVES) {
                throw bad(num + " receives are more than " + MOST_RECEIVES);
            }
        }

        private void count(int most) {
            if (fields.length < 2 || fields.length > most) {
                throw bad("it has " + fields.length + " fields, not 2 to " + most);
            }
        }

        private int required(int index) {
            int value = field(index, 0);
            if (value < 1 || value > MOST_BYTES) {
                throw bad("its size must be 1 to " + MOST_BYTES);
            }
            return value;
        }

        private int field(int index, int otherwise) {
            if (index >= fields.length || fields[index].isBlank()) {
                return otherwise;
            }
            try {
                int value = Integer.parseInt(fields[index].strip());
                if (value >= 0) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Falls through to the same complaint as a negative number.
            }
            throw bad(
                    "\""
                            + fields[index].strip()
                            + "\" is no whole number from 0 to "
                            + Integer.MAX_VALUE);
        }

        private BadQueuesException bad(String why) {
            return new BadQueuesException("entry \"" + text + "\": " + why);
        }
    }
}
