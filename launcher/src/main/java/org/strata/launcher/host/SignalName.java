package org.strata.launcher.host;

/** Signals by name and Linux number. */
public enum SignalName {
    HUP(1),
    INT(2),
    QUIT(3),
    ILL(4),
    TRAP(5),
    ABRT(6),
    BUS(7),
    FPE(8),
    KILL(9),
    USR1(10),
    SEGV(11),
    USR2(12),
    PIPE(13),
    ALRM(14),
    TERM(15),
    STKFLT(16),
    CHLD(17),
    CONT(18),
    STOP(19),
    TSTP(20),
    TTIN(21),
    TTOU(22),
    URG(23),
    XCPU(24),
    XFSZ(25),
    VTALRM(26),
    PROF(27),
    WINCH(28),
    IO(29),
    PWR(30),
    SYS(31);

    /** What shells add to a signal's number to make an exit code. */
    public static final int EXIT_BASE = 128;

    private final int number;

    SignalName(int number) {
        this.number = number;
    }

    /** Returns the number. */
    public int number() {
        return number;
    }

    /** Returns the exit code that stands for death by this signal. */
    public int exitCode() {
        return EXIT_BASE + number;
    }

    /** Returns whether it asks a process to end: terminals and people send it. */
    public boolean polite() {
        return this == INT || this == HUP || this == QUIT || this == TERM;
    }

    /** Returns the signal of a number, or null. */
    public static SignalName ofNumber(int number) {
        for (SignalName signal : values()) {
            if (signal.number == number) {
                return signal;
            }
        }
        return null;
    }

    /** Returns the signal that an exit value stands for, or null. */
    public static SignalName ofExitValue(int value) {
        for (SignalName signal : values()) {
            if (signal.exitCode() == value) {
                return signal;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return "SIG" + name();
    }
}
