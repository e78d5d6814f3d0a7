package dev.layeredsaga.engine;

import static dev.layeredsaga.engine.definition.StepOutcome.done;
import static dev.layeredsaga.engine.definition.StepOutcome.refused;

import dev.layeredsaga.engine.TripSaga.Trip;
import dev.layeredsaga.engine.definition.Exchange;
import dev.layeredsaga.engine.definition.SagaDefinition;
import dev.layeredsaga.engine.definition.Step;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/** A trip with a bug, for travellers of the bug's name, until it is mended. */
final class FragileTrip {

    static final String STARTED = "started";
    static final String REPLY = "reply";
    static final String DATABASE = "database";
    static final String COMMAND = "command";
    static final String COMPENSATION = "compensation";
    static final String COMPENSATED = "compensated";
    static final String COMPLETED = "completed";

    private static final AtomicReference<@Nullable String> BUG = new AtomicReference<>();

    private FragileTrip() {}

    static void breakBy(String bug) {
        BUG.set(bug);
    }

    static void mend() {
        BUG.set(null);
    }

    static SagaDefinition<Trip> definition() {
        return SagaDefinition.saga("fragile-trip", 1, Trip.class)
                .startsWith((trip, self) -> {
                    failIf(STARTED, trip);
                    return TripSaga.started(trip, self);
                })
                .then(Step.step("train", book()).compensatedBy(cancel()))
                .then(TripSaga.hotel())
                .completesWith(trip -> {
                    failIf(COMPLETED, trip);
                    return new TripSaga.TripEvent.TripBooked();
                })
                .isCompensatedWith((trip, reason) -> {
                    failIf(COMPENSATED, trip);
                    return new TripSaga.TripEvent.TripRefused(reason);
                })
                .endsByHandWith(TripSaga::endedByHand);
    }

    private static Exchange<Trip> book() {
        return Exchange.<Trip>send(TripSaga.AGENCY, (trip, attempt) -> {
                    if (attempt.attempt() > 1) {
                        failIf(COMMAND, trip);
                    }
                    return new TripSaga.BookTrain(attempt);
                })
                .on(TripSaga.TrainBooked.class, (trip, reply) -> {
                    failIf(REPLY, trip);
                    if (DATABASE.equals(BUG.get())) {
                        throw new DataAccessResourceFailureException("the connection is gone");
                    }
                    return done(trip);
                })
                .on(TripSaga.HotelFull.class, (trip, reply) -> refused(TripSaga.FULL));
    }

    private static Exchange<Trip> cancel() {
        return Exchange.<Trip>send(TripSaga.AGENCY, (trip, attempt) -> {
                    failIf(COMPENSATION, trip);
                    return new TripSaga.CancelTrain(attempt);
                })
                .on(TripSaga.TrainCancelled.class, (trip, reply) -> done(trip));
    }

    private static void failIf(String bug, Trip trip) {
        if (bug.equals(BUG.get()) && trip.traveller().equals("Bob")) {
            throw new IllegalStateException("a bug in " + bug);
        }
    }
}
