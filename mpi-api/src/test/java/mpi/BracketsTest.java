package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.io.IOException;
import java.io.Serializable;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What is thrown in the middle of a call ends the job; nothing passes this by. */
class BracketsTest {
    @RegisterExtension final LocalMpi mpi = new LocalMpi();

    /**
     * Enter the bracket inside another method's block or {@link MpiRuntime#whole}, which hands
     * over.
     */
    private static final Set<String> PARTS =
            Set.of(
                    "MpiRuntime.enter",
                    "MpiRuntime.io",
                    "MpiRuntime.connect",
                    "MpiRuntime.awaitConnected",
                    "UnreceivedMessages.find",
                    "SpawnCalls.spawn",
                    "SpawnCalls.ask",
                    "PortCalls.await",
                    "PortCalls.knock",
                    "PortCalls.join",
                    "WindowCreationCalls.agreed",
                    "WindowCreationCalls.abandon",
                    "FileCalls.open",
                    "FileCalls.close",
                    "GraphCalls.exchange");

    /** Runs on a thread of the library's own, whose failures {@link Breakdown} finds. */
    private static final String OWN_THREAD = "RequestFutures.completeSome";

    @Test
    void everyMethodThatEntersTheBracketHandsOverWhatItCatches() throws Exception {
        Set<String> open = new TreeSet<>();
        int checked = 0;
        for (Path file : classes()) {
            ClassModel type = ClassFile.of().parse(file);
            String name = type.thisClass().asInternalName().replaceFirst("^mpi/", "");
            for (MethodModel method : type.methods()) {
                long entered = calls(method, "enter");
                checked += entered > 0 ? 1 : 0;
                if (entered > calls(method, "cutOff")) {
                    open.add(name + "." + method.methodName());
                }
            }
        }
        assertThat(checked).isGreaterThan(60);
        open.removeAll(PARTS);
        assertThat(open).containsExactly(OWN_THREAD);
    }

    private static List<Path> classes() throws IOException, URISyntaxException {
        Path folder = Path.of(MPI.class.getResource("MPI.class").toURI()).getParent();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.toString().endsWith(".class")).toList();
        }
    }

    /** Returns how often a method calls one of MpiRuntime or of the engine. */
    private static long calls(MethodModel method, String callee) {
        return method.code().stream()
                .flatMap(code -> code.elementStream())
                .filter(each ->
                        each instanceof InvokeInstruction invoke
                                && invoke.name().equalsString(callee)
                                && invoke.owner()
                                        .asInternalName()
                                        .matches("mpi/MpiRuntime|.*/ProgressEngine"))
                .count();
    }

    @Test
    void aStepThatFailsBetweenTwoOperationsBreaksTheEngine() throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        IllegalStateException failure = new IllegalStateException("a defect");
        assertThatThrownBy(() -> runtime.whole(() -> thrown(failure))).isSameAs(failure);
        assertThat(runtime.engine.breakdown()).isSameAs(failure);
    }

    /** The JVM has no stack or no heap left: whoever catches the error cannot go on with MPI. */
    @Test
    void whatRunsOutInTheMiddleBreaksTheEngine() {
        MpiRuntime runtime = MpiRuntime.running();
        OutOfMemoryError full = new OutOfMemoryError("Java heap space");
        assertThatThrownBy(() -> runtime.whole(() -> exhausted(full))).isSameAs(full);
        assertThat(runtime.engine.breakdown()).isSameAs(full);
        assertThatThrownBy(() -> runtime.whole(() -> exhausted(new StackOverflowError())))
                .isInstanceOf(StackOverflowError.class);
        assertThat(runtime.engine.breakdown()).as("the first is the cause").isSameAs(full);
    }

    private static Object exhausted(Error failure) {
        throw failure;
    }

    private static Object thrown(RuntimeException failure) {
        throw failure;
    }

    /** A class of the program whose object throws while it is written, or without end. */
    private record Refusing(RuntimeException failure) implements Serializable {
        private static final long serialVersionUID = 1L;

        private Object writeReplace() {
            throw failure;
        }
    }

    @Test
    void whatAnObjectThrowsIsTheCallsError() {
        Refusing object = new Refusing(new IllegalStateException("closed"));
        assertFails(MPI.ERR_ARG, () -> MPI.COMM_SELF.sendObject(object, 0, 1))
                .contains("IllegalStateException: closed");
        assertThat(MpiRuntime.running().engine.breakdown()).isNull();
    }
}
