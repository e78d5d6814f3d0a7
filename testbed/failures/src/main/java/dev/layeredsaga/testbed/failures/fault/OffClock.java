package dev.layeredsaga.testbed.failures.fault;

import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An agent that sets the clock of the process it is loaded into apart: whatever asks {@code java.time} for the time (every
 * {@link Clock} of the system, {@code Instant.now()}), and whatever of the project's own or of the maker of its ids asks
 * {@link System#currentTimeMillis()}, gets a time that is off by the number of seconds in a file, which is read again and again,
 * and repeated in the file beside it. Not covered: other libraries that ask the system by themselves (Kafka's client, Tomcat), and
 * {@link System#nanoTime()}, which knows no wall clock anyway. Needs nothing but the JDK, as it is alone in its jar.
 */
public final class OffClock implements ClassFileTransformer {

    private static final String OFFSET = "off-clock.millis";
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    /** Ends the name of the file beside, in which the process says what it goes by. */
    static final String SEEN = ".seen";

    private static final ClassDesc LONG = ClassDesc.of("java.lang.Long");
    private static final ClassDesc INSTANT = ClassDesc.of("java.time.Instant");

    /** @param file with the offset in seconds */
    public static void premain(String file, Instrumentation instrumentation) throws UnmodifiableClassException {
        System.setProperty(OFFSET, "0");
        Thread.ofPlatform().daemon().name("off-clock").start(() -> follow(Path.of(file)));
        instrumentation.addTransformer(new OffClock(), true);
        instrumentation.retransformClasses(Clock.class, Clock.systemUTC().getClass());
    }

    private static void follow(Path file) {
        String seen = "";
        while (!Thread.currentThread().isInterrupted()) {
            try {
                String seconds = Files.readString(file).strip();
                if (!seconds.equals(seen)) {
                    System.setProperty(OFFSET, Long.toString(Long.parseLong(seconds) * 1_000));
                    Files.writeString(Path.of(file + SEEN), seconds);
                    seen = seconds;
                }
            } catch (IOException | NumberFormatException e) {
                // the file goes when the one who wrote it does
                return;
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] code) {
        if (name == null || !isOff(name)) {
            return null;
        }
        ClassFile file = ClassFile.of();
        return file.transformClass(file.parse(code), OffClock::changeMethods);
    }

    private static void changeMethods(ClassBuilder changed, ClassElement element) {
        if (element instanceof MethodModel method) {
            CodeTransform change = isMakingTheInstant(method) ? OffClock::offsetInstant : OffClock::offsetMillis;
            changed.transformMethod(method, MethodTransform.transformingCode(change));
        } else {
            changed.with(element);
        }
    }

    private static boolean isOff(String name) {
        return name.equals("java/time/Clock")
                || name.startsWith("java/time/Clock$System")
                || (name.startsWith("dev/layeredsaga/") && !name.endsWith("/OffClock"))
                || name.startsWith("com/fasterxml/uuid/");
    }

    /** The one method of {@link Clock} in which every other asks the VM. */
    private static boolean isMakingTheInstant(MethodModel method) {
        return method.methodName().equalsString("currentInstant");
    }

    private static void offsetInstant(CodeBuilder code, CodeElement element) {
        if (element instanceof ReturnInstruction) {
            loadOffset(code);
            code.invokevirtual(INSTANT, "plusMillis", MethodTypeDesc.of(INSTANT, ConstantDescs.CD_long));
        }
        code.with(element);
    }

    private static void offsetMillis(CodeBuilder code, CodeElement element) {
        code.with(element);
        if (element instanceof InvokeInstruction call
                && call.name().equalsString("currentTimeMillis")
                && call.owner().asInternalName().equals("java/lang/System")) {
            loadOffset(code);
            code.ladd();
        }
    }

    private static void loadOffset(CodeBuilder code) {
        code.ldc(OFFSET)
                .invokestatic(LONG, "getLong", MethodTypeDesc.of(LONG, ConstantDescs.CD_String))
                .invokevirtual(LONG, "longValue", MethodTypeDesc.of(ConstantDescs.CD_long));
    }
}
