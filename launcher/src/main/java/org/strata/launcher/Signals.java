package org.strata.launcher;

import org.strata.launcher.host.SignalName;
import org.strata.opal.sys.Posix;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * Passes the signals that mpirun handles to the job; the JVM would end by them. {@code
 * sun.misc.Signal} is the JDK's only API for signals, and is called by reflection because javac's
 * warning of that class cannot be suppressed.
 */
final class Signals {
    private static final SignalName[] CAUGHT = {
        SignalName.INT,
        SignalName.TERM,
        SignalName.HUP,
        SignalName.USR1,
        SignalName.USR2,
        SignalName.ALRM,
        SignalName.TSTP,
        SignalName.CONT
    };

    private Signals() {}

    /**
     * Starts to pass signals. The JVM goes on ignoring signals that it ignored when it started:
     * right for SIGHUP, which nohup has it ignore; wrong for SIGINT, which shells that run scripts
     * have every background job ignore.
     */
    static void handOver(Consumer<SignalName> job) {
        Class<?> signalType;
        Class<?> handlerType;
        try {
            signalType = Class.forName("sun.misc.Signal");
            handlerType = Class.forName("sun.misc.SignalHandler");
        } catch (ClassNotFoundException e) {
            // An image of jlink without jdk.unsupported: the sentinel ends the ranks when mpirun is
            // gone, and no signal is passed on.
            return;
        }
        try {
            var handle = signalType.getMethod("handle", signalType, handlerType);
            Object ignored = handlerType.getField("SIG_IGN").get(null);
            var constructor = signalType.getConstructor(String.class);
            // A read of the terminal by a background process fails then, instead of stopping it.
            pass(handle, constructor, SignalName.TTIN, ignored);
            for (SignalName signal : CAUGHT) {
                Object handler = handler(handlerType, () -> job.accept(signal));
                Object before = pass(handle, constructor, signal, handler);
                if (before == ignored && signal != SignalName.HUP) {
                    Posix.defaultAction(signal.number());
                    pass(handle, constructor, signal, handler);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java runtime does not hand over signals", e);
        }
    }

    /** Returns the handler before; null where the system or the JVM does not have the signal. */
    private static Object pass(
            Method handle, Constructor<?> constructor, SignalName signal, Object handler)
            throws ReflectiveOperationException {
        try {
            return handle.invoke(null, constructor.newInstance(signal.name()), handler);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException) {
                return null;
            }
            throw e;
        }
    }

    private static Object handler(Class<?> type, Runnable action) {
        InvocationHandler handler =
                (proxy, method, arguments) -> {
                    if (method.getName().equals("handle")) {
                        action.run();
                    }
                    return method.getName().equals("equals") ? Boolean.FALSE : null;
                };
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }
}
