package dev.layeredsaga.testbed.contract;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isMethod;
import static net.bytebuddy.matcher.ElementMatchers.none;

import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;

/**
 * The project's types, nested ones too, whose methods or constructors a thread enters: what is to be read to follow a message. Those of
 * tests and test beds, and what the frameworks generate, do not count.
 */
public final class EnteredTypes {

    private static final Map<String, Set<String>> BY_THREAD = new ConcurrentHashMap<>();

    private EnteredTypes() {}

    /**
     * Returns what one thread of this process enters while {@code work} runs, which waits until it is done: the thread that enters the
     * most types. One caller at a time, as all classes are changed until it returns.
     */
    public static synchronized Set<String> during(Runnable work) {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        ResettableClassFileTransformer agent = new AgentBuilder.Default(new ByteBuddy().ignore(none()))
                .disableClassFormatChanges()
                .with(RedefinitionStrategy.RETRANSFORMATION)
                .ignore(none())
                .type((type, loader, module, redefined, domain) -> counts(type.getName(), domain))
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(Entry.class).on(isMethod().or(isConstructor()))))
                .installOn(instrumentation);
        try {
            BY_THREAD.clear();
            work.run();
            return Collections.max(BY_THREAD.values(), Comparator.comparingInt(Set::size));
        } finally {
            agent.reset(instrumentation, RedefinitionStrategy.RETRANSFORMATION);
        }
    }

    private static boolean counts(String type, ProtectionDomain domain) {
        return type.startsWith("dev.layeredsaga.")
                && !type.startsWith("dev.layeredsaga.testbed.")
                && !type.contains("$$")
                && !domain.getCodeSource().getLocation().getPath().contains("test-classes");
    }

    /** Called by each method of the project as it is entered. */
    public static void enter(String type) {
        BY_THREAD
                .computeIfAbsent(Thread.currentThread().getName(), thread -> new ConcurrentSkipListSet<>())
                .add(type);
    }

    private static final class Entry {

        @Advice.OnMethodEnter
        static void enter(@Advice.Origin("#t") String type) {
            EnteredTypes.enter(type);
        }
    }
}
