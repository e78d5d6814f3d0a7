package dev.layeredsaga.engine.due;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.EngineOnDatabase;
import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.LockedSaga;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two instances on one PostgreSQL; turns of the loop are calls. */
class DueSagasTest {

    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

    private final EngineOnDatabase database = EngineOnDatabase.empty();
    private final DueSagas one = instance(10);
    private final DueSagas other = instance(10);

    @Test
    void drivesWhatIsDueAndNothingElse() {
        UUID due = database.tripDueSince(Duration.ofSeconds(1));
        UUID later = database.startedTrip();

        one.drive(DueSagasTest::goesOn);

        assertThat(database.outbox().typesOf(due)).containsExactly("TripStarted", "BookTrain", "BookTrain");
        assertThat(database.outbox().typesOf(later)).containsExactly("TripStarted", "BookTrain");
        assertThat(database.saga(due).attempt()).isEqualTo(2);
    }

    /** Its time to wake was set before it moved on to where it is due later. */
    @Test
    void leavesASagaToSleepOnThatIsNotDueWhenItIsWoken() {
        UUID id = database.startedTrip();
        database.sql().sql("UPDATE saga SET wake_at = now()").update();

        assertThat(lock(10)).isEmpty();

        assertThat(database.sql()
                        .sql("SELECT wake_at = due_at FROM saga")
                        .query(Boolean.class)
                        .single())
                .isTrue();
        database.due(id, Duration.ofSeconds(1));
        assertThat(ids(lock(10))).containsExactly(id);
    }

    /** The loop polls ten times a second. */
    @Test
    void readsNothingOfTheManyThatSleep() {
        database.tripsDue(2_000);
        database.sql()
                .sql("UPDATE saga SET due_at = now() + interval '1 hour', wake_at = now() + interval '1 hour'")
                .update();
        database.sql().sql("VACUUM ANALYZE saga").update();

        database.inTransaction(() -> {
            long scans = ofTheIndex("numscans");
            long read = ofTheIndex("tuples_returned");

            assertThat(database.locks().lockDue(database.engine().versions(), 10, LOCK_TIMEOUT))
                    .isEmpty();

            assertThat(ofTheIndex("numscans")).isGreaterThan(scans);
            assertThat(ofTheIndex("tuples_returned")).isEqualTo(read);
        });
    }

    /** Returns this connection's statistics of the index that are not yet part of the shared ones. */
    private long ofTheIndex(String what) {
        return database.sql()
                .sql("SELECT pg_stat_get_xact_%s('saga_to_wake'::regclass)".formatted(what))
                .query(Long.class)
                .single();
    }

    @Test
    void saysWhetherThereMayBeMore() {
        IntStream.range(0, 3).forEach(i -> database.tripDueSince(Duration.ofSeconds(1)));
        DueSagas two = instance(2);

        assertThat(two.drive(DueSagasTest::goesOn)).isTrue();
        assertThat(two.drive(DueSagasTest::goesOn)).isFalse();
        assertThat(two.drive(DueSagasTest::goesOn)).isFalse();
    }

    @Test
    void takesTheLongestDueFirst() {
        UUID middle = database.tripDueSince(Duration.ofSeconds(20));
        UUID youngest = database.tripDueSince(Duration.ofSeconds(10));
        UUID oldest = database.tripDueSince(Duration.ofSeconds(30));

        assertThat(Stream.of(lock(1), lock(1), lock(1)).flatMap(List::stream).map(LockedSaga::id))
                .containsExactly(oldest, middle, youngest);
    }

    /** As a batch does that an instance has locked and not driven. */
    @Test
    void takesTheLongestUnchangedFirstOfThoseThatWakeTogether() {
        UUID middle = tripUnchangedFor(20);
        UUID youngest = tripUnchangedFor(10);
        UUID oldest = tripUnchangedFor(30);

        assertThat(Stream.of(lock(1), lock(1), lock(1)).flatMap(List::stream).map(LockedSaga::id))
                .containsExactly(oldest, middle, youngest);
    }

    private UUID tripUnchangedFor(int minutes) {
        UUID id = database.startedTrip();
        database.sql().sql("""
                UPDATE saga SET due_at = '2026-01-01', wake_at = '2026-01-01', updated_at = now() - make_interval(mins => ?)
                WHERE id = ?
                """).params(minutes, id).update();
        return id;
    }

    @Test
    void keepsWhatItHasTakenFromTheOthersUntilTheLockTimeout() {
        UUID id = database.tripDueSince(Duration.ofSeconds(1));

        assertThat(lock(10)).hasSize(1);

        assertThat(lock(10)).isEmpty();
        assertThat(database.saga(id).nextAttemptAt())
                .isBetween(
                        Instant.now().plus(LOCK_TIMEOUT.minusSeconds(10)),
                        Instant.now().plus(LOCK_TIMEOUT));
    }

    /** The first instance has taken five sagas, and has not committed yet, when the second one looks for work. */
    @Test
    void passesBySagasThatAnotherInstanceIsJustTaking() {
        IntStream.range(0, 10).forEach(i -> database.tripDueSince(Duration.ofSeconds(60 - i)));
        List<UUID> taken = new ArrayList<>();

        database.inTransaction(() -> {
            taken.addAll(ids(database.locks().lockDue(database.engine().versions(), 5, LOCK_TIMEOUT)));
            taken.addAll(inAnotherThread(() -> ids(lock(5))));
        });

        assertThat(taken).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void neverTakesASagaTwiceHoweverManyLook() {
        IntStream.range(0, 60).forEach(i -> database.tripDueSince(Duration.ofSeconds(1)));
        Queue<UUID> taken = new ConcurrentLinkedQueue<>();

        try (ExecutorService instances = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                instances.execute(() -> {
                    for (List<LockedSaga> locked = lock(3); !locked.isEmpty() && taken.size() <= 60; locked = lock(3)) {
                        taken.addAll(ids(locked));
                    }
                });
            }
        }

        assertThat(taken).hasSize(60).doesNotHaveDuplicates();
    }

    /** The first instance takes a saga and freezes; after its lease the second one drives it; then the first one wakes up. */
    @Test
    void changesNothingWhenItWakesUpAfterItsLease() {
        UUID id = database.tripDueSince(Duration.ofSeconds(1));
        List<LockedSaga> frozen = lock(10);
        database.due(id, Duration.ZERO);
        other.drive(DueSagasTest::goesOn);
        SagaView driven = database.saga(id);
        long version = database.version(id);
        int sent = database.outbox().published().size();

        one.driveLocked(frozen, DueSagasTest::goesOn);

        assertThat(database.saga(id)).isEqualTo(driven);
        assertThat(database.version(id)).isEqualTo(version);
        assertThat(database.outbox().published()).hasSize(sent);
    }

    @Test
    void isNotHeldUpByASagaThatFailsEveryTime() {
        UUID cursed = database.due(database.startedCursedTrip(), Duration.ofSeconds(60));
        UUID before = database.tripDueSince(Duration.ofSeconds(90));
        UUID behind = database.tripDueSince(Duration.ofSeconds(1));

        one.drive(DueSagasTest::goesOn);

        assertThat(database.saga(before).attempt()).isEqualTo(2);
        assertThat(database.saga(behind).attempt()).isEqualTo(2);
        assertThat(database.saga(cursed).attempt()).isEqualTo(1);
        assertThat(database.saga(cursed).nextAttemptAt()).isAfter(Instant.now());
    }

    @Test
    void givesBackWhatItHasLockedWhenItStopsBeforeDrivingIt() {
        UUID id = database.tripDueSince(Duration.ofSeconds(1));

        one.drive(DueSagasTest::stops);
        assertThat(database.saga(id).attempt()).isEqualTo(1);
        other.drive(DueSagasTest::goesOn);

        assertThat(database.saga(id).attempt()).isEqualTo(2);
    }

    @Test
    void givesBackWhatIsLeftWhenItStopsInTheMiddle() {
        UUID unsent = database.tripDueSince(Duration.ofSeconds(60));
        UUID driven = database.tripDueSince(Duration.ofSeconds(90));
        UUID left = database.tripDueSince(Duration.ofSeconds(1));
        AtomicInteger asked = new AtomicInteger();
        BooleanSupplier stoppingAfterTwo = () -> asked.incrementAndGet() > 3;

        DueSagas failing = instance(database.engineWith(message -> {
            if (message.key().equals(unsent.toString())) {
                throw new IllegalStateException("cannot be sent");
            }
        }));

        failing.driveLocked(inOrderOf(lock(10), unsent, driven, left), stoppingAfterTwo);

        assertThat(database.saga(driven).attempt()).isEqualTo(2);
        assertThat(ids(lock(10))).containsExactly(left);
    }

    /** The saga belongs to the other instance now: its lock must stay. */
    @Test
    void doesNotGiveBackWhatAnotherInstanceHasTakenSince() {
        UUID id = database.tripDueSince(Duration.ofSeconds(1));
        List<LockedSaga> frozen = lock(10);
        database.due(id, Duration.ZERO);
        lock(10);

        one.driveLocked(frozen, DueSagasTest::stops);

        assertThat(lock(10)).isEmpty();
    }

    @Test
    void changesNothingOnceItHasGivenASagaBack() {
        UUID id = database.tripDueSince(Duration.ofSeconds(1));
        List<LockedSaga> locked = lock(10);
        one.driveLocked(locked, DueSagasTest::stops);

        one.driveLocked(locked, DueSagasTest::goesOn);

        assertThat(database.saga(id).attempt()).isEqualTo(1);
    }

    private static List<LockedSaga> inOrderOf(List<LockedSaga> locked, UUID... order) {
        return Stream.of(order)
                .flatMap(id -> locked.stream().filter(saga -> saga.id().equals(id)))
                .toList();
    }

    private static boolean stops() {
        return true;
    }

    private static boolean goesOn() {
        return false;
    }

    private DueSagas instance(SagaEngine engine) {
        return new DueSagas(
                database.locks(),
                engine,
                database.transaction(),
                new DueLoopSettings(Duration.ofMillis(100), 10, LOCK_TIMEOUT));
    }

    private DueSagas instance(int batchSize) {
        return new DueSagas(
                database.locks(),
                database.engine(),
                database.transaction(),
                new DueLoopSettings(Duration.ofMillis(100), batchSize, LOCK_TIMEOUT));
    }

    private List<LockedSaga> lock(int limit) {
        List<LockedSaga> locked = database.transaction()
                .execute(status -> database.locks().lockDue(database.engine().versions(), limit, LOCK_TIMEOUT));
        return locked == null ? List.of() : locked;
    }

    private static List<UUID> ids(List<LockedSaga> locked) {
        return locked.stream().map(LockedSaga::id).toList();
    }

    private static <T> T inAnotherThread(Callable<T> work) {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<T> result = thread.submit(work);
            return result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            thread.shutdown();
        }
    }
}
