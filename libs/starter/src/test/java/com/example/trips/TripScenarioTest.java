package com.example.trips;

import static dev.layeredsaga.engine.SagaScenario.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.trips.TripService.BookHotel;
import com.example.trips.TripService.BookTrain;
import com.example.trips.TripService.CancelTrain;
import com.example.trips.TripService.Cancelled;
import com.example.trips.TripService.Done;
import com.example.trips.TripService.HotelFull;
import com.example.trips.TripService.Trip;
import com.example.trips.TripService.TripBooked;
import com.example.trips.TripService.TripRefused;
import com.example.trips.TripService.TripStarted;
import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.engine.SagaScenario;
import dev.layeredsaga.engine.state.SagaStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TripScenarioTest {

    private final SagaScenario<Trip> ada = given(new TripService().trip(), new Trip("Ada"))
            .expectEvent(TripStarted.class)
            .expectCommand(BookTrain.class);

    @Test
    void isDoneWithTrainAndHotel() {
        ada.whenReply(Done::new)
                .expectCommand(
                        BookHotel.class, hotel -> assertThat(hotel.traveller()).isEqualTo("Ada"))
                .whenReply(Done::new)
                .expectEvent(TripBooked.class)
                .expectEnd(SagaStatus.COMPLETED);
    }

    @Test
    void givesTheTrainBackIfTheHotelIsFull() {
        ada.whenReply(Done::new)
                .expectCommand(BookHotel.class)
                .whenReply(HotelFull::new)
                .expectEvent(CompensationStarted.class)
                .expectCommand(CancelTrain.class)
                .whenReply(Cancelled::new)
                .expectEvent(TripRefused.class)
                .expectEnd(SagaStatus.COMPENSATED);
    }

    @Test
    void asksAgainWithoutAnAnswer() {
        ada.expectDueIn(Duration.ofSeconds(10))
                .whenDue()
                .expectCommand(BookTrain.class)
                .expectDueIn(Duration.ofSeconds(20));
    }
}
