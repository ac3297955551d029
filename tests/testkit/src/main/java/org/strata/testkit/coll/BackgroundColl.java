package org.strata.testkit.coll;

import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.pml.CommContext;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.ToIntFunction;

/** Collectives that progress executes: tests written for blocking ones run on them. */
public final class BackgroundColl {
    private BackgroundColl() {}

    /**
     * Returns collectives whose calls are recorded by others and started.
     *
     * @param started gets each call's request after its start; what it returns is the call's result
     */
    public static Coll of(Coll coll, ToIntFunction<CollRequest> started) {
        Object proxy =
                Proxy.newProxyInstance(
                        Coll.class.getClassLoader(),
                        new Class<?>[] {Coll.class},
                        (self, method, arguments) -> {
                            if (method.getReturnType() != int.class) {
                                return method.invoke(coll, arguments);
                            }
                            CommContext comm = (CommContext) arguments[arguments.length - 1];
                            CollCall call = other -> call(other, method, arguments);
                            CollRequest request = coll.record(call, false, comm);
                            request.start();
                            return started.applyAsInt(request);
                        });
        return (Coll) proxy;
    }

    private static int call(Coll coll, Method method, Object[] arguments) {
        try {
            return (int) method.invoke(coll, arguments);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new AssertionError(e);
        }
    }
}
