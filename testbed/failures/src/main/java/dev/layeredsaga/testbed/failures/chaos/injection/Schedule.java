package dev.layeredsaga.testbed.failures.chaos.injection;

import dev.layeredsaga.testbed.failures.chaos.lock.LockWatch;
import dev.layeredsaga.testbed.failures.chaos.system.InjectionKind;
import dev.layeredsaga.testbed.failures.chaos.system.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps to the plan, one slot after the other; each is ended whatever happens. What takes longer delays the rest. */
public final class Schedule {

    private final Plan plan;
    private final Injector injector;
    private final LockWatch locks;
    private final Progress progress;
    private final List<String> failed = new ArrayList<>();
    private final Thread thread = Thread.ofPlatform().name("schedule").unstarted(this::run);
    private volatile Plan.@Nullable Slot current;

    public Schedule(Plan plan, Injector injector, LockWatch locks, Progress progress) {
        this.plan = plan;
        this.injector = injector;
        this.locks = locks;
        this.progress = progress;
    }

    public void start() {
        thread.start();
    }

    public void awaitEnd() throws InterruptedException {
        thread.join();
    }

    /** Returns the failed injections with their causes. Call it after the end. */
    public List<String> failed() {
        return List.copyOf(failed);
    }

    /** Returns the current injections, in words. */
    public String current() {
        Plan.Slot slot = current;
        return slot == null
                ? "nothing"
                : String.join(
                        " + ",
                        slot.injections().values().stream()
                                .map(Injection::inWords)
                                .toList());
    }

    private void run() {
        long begin = System.nanoTime();
        try {
            for (Plan.Slot slot : plan.slots()) {
                sleepUntil(begin + slot.at().toNanos());
                run(slot);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Plan.Slot slot) throws InterruptedException {
        long end = System.nanoTime() + slot.lasts().toNanos();
        boolean disturbing = slot.injections().keySet().stream().anyMatch(InjectionKind::lengthensSections);
        current = slot;
        if (disturbing) {
            locks.disturbed(true);
        }
        try {
            slot.injections().values().forEach(injection -> attempt("begin", injection, injector::begin));
            sleepUntil(end);
        } finally {
            slot.injections().values().forEach(injection -> attempt("end", injection, injector::end));
            injector.startEnded().forEach(url -> progress.say("  had ended by itself, started again: " + url));
            current = null;
            if (disturbing) {
                locks.disturbed(false);
            }
        }
    }

    private void attempt(String what, Injection injection, Consumer<Injection> action) {
        try {
            action.accept(injection);
        } catch (RuntimeException e) {
            failed.add("%s of '%s': %s".formatted(what, injection.inWords(), e.getMessage()));
            progress.say("  FAILED: " + failed.getLast());
        }
    }

    private static void sleepUntil(long nanoTime) throws InterruptedException {
        long left = nanoTime - System.nanoTime();
        if (left > 0) {
            Thread.sleep(Duration.ofNanos(left));
        }
    }
}
