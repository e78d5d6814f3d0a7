package dev.layeredsaga.inventory.claim.kafka;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A running service that consumes commands, a channel to it, and a new saga. */
abstract class OverKafka {

    @SuppressWarnings("NullAway.Init")
    static RunningInventory running;

    @SuppressWarnings("NullAway.Init")
    static SagaChannel sagas;

    final InventoryClient inventory = running.client();
    final UUID saga = UUID.randomUUID();
    final String seat = "seat-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        running = RunningInventory.startListening();
        sagas = new SagaChannel();
    }

    @AfterAll
    static void stop() {
        sagas.close();
        running.close();
    }
}
