package org.strata.launcher.ras;

/**
 * One host of an allocation and its room for processes.
 *
 * @param name the host's name, as the user or the resource manager writes it
 * @param user the user to log in as, or an empty text
 * @param slots slots that somebody counted
 * @param wholes how often the host was named without a count in a place where that means one slot
 *     per processor; the number of processors is known when the host has been asked
 * @param most processes that the host runs at most, also when it is oversubscribed
 */
public record HostSlots(String name, String user, int slots, int wholes, int most) {
    /** Slots of one host at most; what asks for more is a mistake. */
    static final int LIMIT = 1_000_000;

    /** Longest name of a host or user: that of DNS. */
    private static final int LONGEST_NAME = 255;

    /**
     * Returns whether a text can be the name of a host or of a user there. A name that begins with
     * a dash would be an option of ssh.
     */
    static boolean isName(String name) {
        boolean fine = !name.isEmpty() && name.length() <= LONGEST_NAME && name.charAt(0) != '-';
        for (int i = 0; i < name.length() && fine; i++) {
            char c = name.charAt(i);
            fine = Character.isLetterOrDigit(c) || "-_.:%[]".indexOf(c) >= 0;
        }
        return fine;
    }

    /** Returns a host with a number of slots. */
    public static HostSlots of(String name, int slots) {
        return new HostSlots(name, "", slots, 0, Integer.MAX_VALUE);
    }

    /** Returns a host with one slot per processor. */
    public static HostSlots whole(String name) {
        return new HostSlots(name, "", 0, 1, Integer.MAX_VALUE);
    }

    /** Returns the number of slots of a host with that many processors. */
    public int count(int processors) {
        long all = slots + (long) wholes * processors;
        return (int) Math.min(Math.min(all, most), LIMIT);
    }

    /** Returns this host with the slots of a second entry for it. */
    HostSlots plus(HostSlots other) {
        boolean limited = most != Integer.MAX_VALUE || other.most != Integer.MAX_VALUE;
        long both = (long) limit() + other.limit();
        return new HostSlots(
                name,
                user.isEmpty() ? other.user : user,
                Math.min(slots + other.slots, LIMIT),
                Math.min(wholes + other.wholes, LIMIT),
                limited ? (int) Math.min(both, LIMIT) : most);
    }

    private int limit() {
        return Math.min(most, LIMIT);
    }

    /** Returns the host under another name. */
    HostSlots named(String other) {
        return new HostSlots(other, user, slots, wholes, most);
    }
}
