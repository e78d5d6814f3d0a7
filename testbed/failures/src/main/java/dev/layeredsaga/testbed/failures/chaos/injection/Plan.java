package dev.layeredsaga.testbed.failures.chaos.injection;

import dev.layeredsaga.testbed.failures.chaos.system.ChaosSettings;
import dev.layeredsaga.testbed.failures.chaos.system.InjectionKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The injections and their times. The same settings always give the same plan. */
public record Plan(List<Slot> slots) {

    private static final Duration SHORTEST_FIRST_CALM = Duration.ofSeconds(3);
    private static final Duration LAST_CALM = Duration.ofSeconds(1);

    public Plan {
        slots = List.copyOf(slots);
    }

    /**
     * Everything in it begins together and ends together.
     *
     * @param at since the first order
     */
    public record Slot(Duration at, Duration lasts, Map<InjectionKind, Injection> injections) {

        String inWords() {
            String what = injections.values().stream().map(Injection::inWords).collect(Collectors.joining(" + "));
            return "%5.1f s  for %3.1f s  %s".formatted(at.toMillis() / 1000.0, lasts.toMillis() / 1000.0, what);
        }
    }

    public static Plan of(ChaosSettings settings) {
        List<InjectionKind> kinds = Arrays.stream(InjectionKind.values())
                .filter(kind -> !settings.without().contains(kind))
                .toList();
        Random random = new Random(settings.seed());
        Deck deck = new Deck(kinds, random, new InjectionDraw(random, settings.instances()));
        List<Slot> slots = new ArrayList<>();
        Duration calm = settings.calm();
        Duration at = calm.compareTo(SHORTEST_FIRST_CALM) > 0 ? calm : SHORTEST_FIRST_CALM;
        while (!kinds.isEmpty() && at.plus(LAST_CALM).compareTo(settings.duration()) < 0) {
            Duration lasts = Duration.ofMillis(1_500 + random.nextInt(5_000));
            slots.add(new Slot(at, lasts, deck.draw()));
            at = at.plus(lasts).plus(calm).plusMillis(random.nextInt((int) calm.toMillis() * 5 / 2));
        }
        return new Plan(slots);
    }

    /** Every kind comes once before any comes again. */
    private static final class Deck {

        private final List<InjectionKind> kinds;
        private final Random random;
        private final InjectionDraw details;
        private final Deque<InjectionKind> left = new ArrayDeque<>();

        Deck(List<InjectionKind> kinds, Random random, InjectionDraw details) {
            this.kinds = kinds;
            this.random = random;
            this.details = details;
        }

        /** One injection, or two that go together. */
        Map<InjectionKind, Injection> draw() {
            Map<InjectionKind, Injection> injections = new TreeMap<>();
            add(injections);
            if (random.nextInt(10) < 3) {
                add(injections);
            }
            return injections;
        }

        private void add(Map<InjectionKind, Injection> injections) {
            if (left.isEmpty()) {
                List<InjectionKind> shuffled = new ArrayList<>(kinds);
                Collections.shuffle(shuffled, random);
                left.addAll(shuffled);
            }
            if (goWithAll(left.element(), injections)) {
                InjectionKind kind = left.remove();
                injections.put(kind, details.of(kind));
            }
        }
    }

    /** A server that is away cannot be made to fail in another way, and one process is enough at a time. */
    private static boolean goWithAll(InjectionKind kind, Map<InjectionKind, Injection> others) {
        if (kind.stopsAProcess() && others.keySet().stream().anyMatch(InjectionKind::stopsAProcess)) {
            return false;
        }
        Set<InjectionKind> all = new HashSet<>(others.keySet());
        all.add(kind);
        if (all.contains(InjectionKind.RESTORED_DATABASES)
                && all.stream().filter(InjectionKind::needsPostgres).count() > 1) {
            return false;
        }
        return !(all.contains(InjectionKind.KAFKA_OUTAGES) && all.stream().anyMatch(InjectionKind::needsKafka))
                && !(all.contains(InjectionKind.POSTGRES_RESTARTS)
                        && all.stream().anyMatch(InjectionKind::needsPostgres));
    }

    public Map<InjectionKind, Long> counts() {
        return slots.stream()
                .flatMap(slot -> slot.injections().keySet().stream())
                .collect(Collectors.groupingBy(kind -> kind, TreeMap::new, Collectors.counting()));
    }

    public String inWords() {
        return slots.stream()
                .map(slot -> "  " + slot.inWords() + System.lineSeparator())
                .collect(Collectors.joining());
    }
}
