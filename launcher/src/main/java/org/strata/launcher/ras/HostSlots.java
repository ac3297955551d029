package org.strata.launcher.ras;

/**
 * One host of an allocation and its room for processes.
 *
 * @param name the host's name, as the user or the resource manager writes it
 * @param user the user to log in as, or an empty text
 * @param slots slots that somebody counted
 * @param wholes how often the host was named in a place where that means one slot per processor;
 *     the number of processors is known when the host has been asked
 * @param lines how often a host file named it without a count
 * @param most processes that the host runs at most, also when it is oversubscribed
 */
public record HostSlots(String name, String user, int slots, int wholes, int lines, int most) {
    /** Slots of one host at most; what asks for more is a mistake. */
    static final int LIMIT = 1_000_000;

    /** Longest name of a host or user: that of DNS. */
    static final int LONGEST_NAME = 255;

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
        return new HostSlots(name, "", slots, 0, 0, Integer.MAX_VALUE);
    }

    /** Returns a host with one slot per processor. */
    public static HostSlots whole(String name) {
        return new HostSlots(name, "", 0, 1, 0, Integer.MAX_VALUE);
    }

    /** Returns the number of slots of a host with that many processors. */
    public int count(int processors) {
        long all = slots + (long) wholes * processors;
        return (int) Math.min(Math.min(all, most), LIMIT);
    }

    /** Returns whether the name is one such as {@code +n1}, relative to an allocation. */
    public boolean relative() {
        return RelativeHosts.is(name);
    }

    /** Returns whether there is room for a process, as far as it is known. */
    boolean open() {
        return slots > 0 || wholes > 0 || lines > 0;
    }

    /**
     * Returns this host after all entries for it have been added. As with Open MPI, a host that is
     * named once without a count has a slot per processor, or a number that somebody set; where it
     * is named several times, each such line is one slot.
     *
     * @param unsaid that number; 0 for one per processor
     */
    HostSlots settled(int unsaid) {
        boolean once = lines == 1 && slots == 0 && wholes == 0;
        if (!once) {
            return with(Math.min(slots + lines, LIMIT), wholes);
        }
        return unsaid > 0 ? with(unsaid, 0) : with(0, 1);
    }

    private HostSlots with(int counted, int all) {
        return new HostSlots(name, user, counted, all, 0, most);
    }

    /** Returns this host with the slots of a second entry for it. */
    HostSlots plus(HostSlots other) {
        boolean line = lines > 0 || other.lines > 0;
        boolean limited = most != Integer.MAX_VALUE || other.most != Integer.MAX_VALUE;
        long both = (long) limit() + other.limit();
        return new HostSlots(
                name,
                user.isEmpty() ? other.user : user,
                Math.min(slots + other.slots, LIMIT),
                Math.min(wholes + other.wholes, LIMIT),
                Math.min(lines + other.lines, LIMIT),
                line ? Math.min(most, other.most) : limited ? (int) Math.min(both, LIMIT) : most);
    }

    private int limit() {
        return Math.min(most, LIMIT);
    }

    /** Returns the host under another name. */
    HostSlots named(String other) {
        return new HostSlots(other, user, slots, wholes, lines, most);
    }
}
