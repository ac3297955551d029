package org.strata.launcher;

import org.strata.launcher.job.SignalName;
import org.strata.opal.sys.Posix;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * Hands the signals that mpirun acts on to the job instead of letting the JVM die of them. The
 * JDK's only door to signals is {@code sun.misc.Signal}; it is entered by reflection because javac
 * warns of that class in a way that cannot be silenced.
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
     * Starts to hand over; a signal that the JVM keeps for itself (-Xrs) stays with it. The JVM
     * leaves ignored what it was born ignoring: right for SIGHUP, which nohup means so; not for
     * SIGINT, which shells that run scripts have every background job ignore.
     */
    static void handOver(Consumer<SignalName> job) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            var handle = signalType.getMethod("handle", signalType, handlerType);
            Object ignored = handlerType.getField("SIG_IGN").get(null);
            var constructor = signalType.getConstructor(String.class);
            for (SignalName signal : CAUGHT) {
                Object name = constructor.newInstance(signal.name());
                Object handler = handler(handlerType, () -> job.accept(signal));
                Object before = handle.invoke(null, name, handler);
                if (before == ignored && signal != SignalName.HUP) {
                    Posix.defaultAction(signal.number());
                    handle.invoke(null, name, handler);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java runtime does not hand over signals", e);
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
