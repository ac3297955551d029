package org.strata.litmus;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The accesses that a method of the product makes to shared words, read from its class file. */
public final class ProductCode {
    private static final String ROOT = "org.strata.";

    /** Names of methods of Memory, VarHandle and the Atomic classes that order. */
    private static final Pattern ORDERED =
            Pattern.compile(
                    "get.*(Acquire|Volatile)|(put|set).*(Release|Volatile)|compareAnd.*|getAnd.*"
                            + "|(increment|decrement|add)AndGet|.*Fence");

    private ProductCode() {}

    /**
     * Returns the ordered accesses and fences of all methods of a name, in the order of the code:
     * {@code Memory.putLongRelease}, {@code VarHandle.setRelease}, {@code AtomicBoolean.set},
     * {@code get state} and {@code put state} of a volatile field, {@code Membarrier.everywhere}.
     *
     * @param method from its package below org.strata on: "btl.shm.BoxWriter.sendSlot"
     * @param others calls that are listed, too: "Worker.schedule"
     */
    public static List<String> accesses(String method, Set<String> others) {
        ClassModel type = type(method.substring(0, method.lastIndexOf('.')));
        String name = method.substring(method.lastIndexOf('.') + 1);
        Set<String> volatiles = new HashSet<>();
        type.fields().stream()
                .filter(field -> field.flags().has(AccessFlag.VOLATILE))
                .forEach(field -> volatiles.add(field.fieldName().stringValue()));
        List<String> found = new ArrayList<>();
        boolean exists = false;
        for (MethodModel one : type.methods()) {
            String own = one.methodName().stringValue();
            // The body of a lambda is a method of its own.
            if (own.equals(name) || own.startsWith("lambda$" + name + "$")) {
                exists = true;
                one.code()
                        .ifPresent(code ->
                                code.forEach(element -> add(element, volatiles, others, found)));
            }
        }
        if (!exists) {
            throw new IllegalArgumentException("no method " + method);
        }
        return found;
    }

    private static ClassModel type(String name) {
        String file = (name.startsWith("mpi.") ? name : ROOT + name).replace('.', '/') + ".class";
        try (InputStream in = ProductCode.class.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("no class " + name);
            }
            return ClassFile.of().parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void add(
            CodeElement element, Set<String> volatiles, Set<String> others, List<String> found) {
        switch (element) {
            case InvokeInstruction call -> {
                String owner = call.owner().asInternalName();
                String type = owner.substring(owner.lastIndexOf('/') + 1);
                String name = call.name().stringValue();
                boolean ordered = isOrdering(type, name);
                boolean barrier = type.equals("Membarrier") && name.equals("everywhere");
                if (ordered || barrier || others.contains(type + "." + name)) {
                    found.add(type + "." + name);
                }
            }
            case FieldInstruction access -> {
                String name = access.name().stringValue();
                if (volatiles.contains(name)) {
                    boolean gets = access.opcode().name().startsWith("GET");
                    found.add((gets ? "get " : "put ") + name);
                }
            }
            default -> {}
        }
    }

    private static boolean isOrdering(String type, String name) {
        boolean atomic = type.startsWith("Atomic");
        boolean ordered = atomic || type.equals("Memory") || type.equals("VarHandle");
        boolean volatiles = atomic && (name.equals("get") || name.equals("set"));
        return ordered && (volatiles || ORDERED.matcher(name).matches());
    }

    /** Returns where a model and the product's methods differ. */
    static List<String> objections(Litmus litmus) {
        List<String> all = new ArrayList<>();
        for (Litmus.Actor actor : litmus.threads()) {
            if (actor.method().indexOf('.') >= 0) {
                accesses(actor.method(), Set.of());
            }
        }
        for (Litmus.MethodCode code : litmus.code()) {
            List<String> found = accesses(code.method(), Set.copyOf(code.accesses()));
            if (!found.equals(code.accesses())) {
                all.add(
                        code.method()
                                + " has changed. Change the model with it, then name its accesses:"
                                + "\n  "
                                + quoted(found)
                                + "\n  instead of\n  "
                                + quoted(code.accesses()));
            }
        }
        return all;
    }

    private static String quoted(List<String> names) {
        return names.isEmpty() ? "none" : "\"" + String.join("\", \"", names) + "\"";
    }
}
