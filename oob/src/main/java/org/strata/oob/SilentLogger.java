package org.strata.oob;

import io.netty.util.internal.logging.AbstractInternalLogger;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

/**
 * A logger for Netty that prints nothing. Netty's own choice would be java.util.logging, which
 * opens files to format a line: when the process has no descriptor left, an event loop that logs
 * that dies of it. What the user must know, the handlers report.
 */
final class SilentLogger extends AbstractInternalLogger {
    private static final long serialVersionUID = 1L;

    private SilentLogger(String name) {
        super(name);
    }

    /** Makes all loggers of Netty silent that are made from now on. */
    static void install() {
        InternalLoggerFactory.setDefaultFactory(
                new InternalLoggerFactory() {
                    @Override
                    protected InternalLogger newInstance(String name) {
                        return new SilentLogger(name);
                    }
                });
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public void trace(String message) {}

    @Override
    public void trace(String format, Object argument) {}

    @Override
    public void trace(String format, Object first, Object second) {}

    @Override
    public void trace(String format, Object... arguments) {}

    @Override
    public void trace(String message, Throwable cause) {}

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public void debug(String message) {}

    @Override
    public void debug(String format, Object argument) {}

    @Override
    public void debug(String format, Object first, Object second) {}

    @Override
    public void debug(String format, Object... arguments) {}

    @Override
    public void debug(String message, Throwable cause) {}

    @Override
    public boolean isInfoEnabled() {
        return false;
    }

    @Override
    public void info(String message) {}

    @Override
    public void info(String format, Object argument) {}

    @Override
    public void info(String format, Object first, Object second) {}

    @Override
    public void info(String format, Object... arguments) {}

    @Override
    public void info(String message, Throwable cause) {}

    @Override
    public boolean isWarnEnabled() {
        return false;
    }

    @Override
    public void warn(String message) {}

    @Override
    public void warn(String format, Object argument) {}

    @Override
    public void warn(String format, Object first, Object second) {}

    @Override
    public void warn(String format, Object... arguments) {}

    @Override
    public void warn(String message, Throwable cause) {}

    @Override
    public boolean isErrorEnabled() {
        return false;
    }

    @Override
    public void error(String message) {}

    @Override
    public void error(String format, Object argument) {}

    @Override
    public void error(String format, Object first, Object second) {}

    @Override
    public void error(String format, Object... arguments) {}

    @Override
    public void error(String message, Throwable cause) {}
}
