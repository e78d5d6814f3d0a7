package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.inventory.fixture.AtOnce;
import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.Reaper;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seats are held first and ordered later. Two instances serve clients that claim several seats at once: all of them, or none. */
class SeatsStoryTest {

    private static final int ROUNDS = 20;

    @SuppressWarnings("NullAway.Init")
    private static DatabaseTime time;

    @SuppressWarnings("NullAway.Init")
    private static RunningInventory one;

    @SuppressWarnings("NullAway.Init")
    private static RunningInventory other;

    private final String hall = "hall-" + UUID.randomUUID();

    @BeforeAll
    static void startTwoInstances() {
        Map<String, String> settings = RunningInventory.quietSettings();
        time = DatabaseTime.settableIn(settings);
        one = RunningInventory.start(settings);
        other = RunningInventory.start(settings);
    }

    @AfterAll
    static void stopBoth() {
        one.close();
        other.close();
    }

    @RepeatedTest(5)
    void givesTheSameTwoSeatsToOneOfThirty() throws Exception {
        List<String> seats = List.of(seat(1), seat(2));
        List<Callable<Answer>> clients = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            clients.add(holding("client-" + i, i % 2 == 0 ? one : other, seats));
        }
        List<Answer> answers = AtOnce.call(clients);
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 409)
                .hasSize(29)
                .allSatisfy(refused -> {
                    assertThat(refused.code()).isEqualTo("RESOURCE_BUSY");
                    assertThat(refused.text("sku")).isIn(seats);
                });
        assertThat(seats).allSatisfy(seat -> assertThat(one.heldOf(seat)).isOne());
    }

    /** Checks that the client that loses the contested seat does not keep its other one, whichever of the two it reached first. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void leavesNothingBehindWithTheOneThatLosesTheSeatThatBothWant(int shared) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            List<String> seats = List.of(seat(1, round), seat(2, round), seat(3, round));
            List<String> alone = new ArrayList<>(seats);
            String wanted = alone.remove(shared - 1);
            List<Answer> answers = AtOnce.call(List.of(
                    holding("a", round % 2 == 0 ? one : other, List.of(alone.getFirst(), wanted)),
                    holding("b", round % 2 == 0 ? other : one, List.of(wanted, alone.getLast()))));
            assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(201, 409);
            assertThat(answers).extracting(answer -> answer.text("sku")).contains(wanted);
            boolean aLost = answers.getFirst().status() == 409;
            canBeHadAtOnce(aLost ? alone.getFirst() : alone.getLast());
        }
    }

    @Test
    void freesTheSeatsOfAHoldThatTimesOutAndPublishesIt() {
        List<String> seats = List.of(seat(1), seat(2));
        String owner = "client-" + UUID.randomUUID();
        one.client().claim(owner, seats.toArray(String[]::new));
        time.advance(Duration.ofMinutes(9));
        new Reaper(other).reap();
        seats.forEach(SeatsStoryTest::canBeHadAtOnce);
        var event = await().until(
                        () -> new PublishedRecords(Topics.INVENTORY_EVENTS).of(owner),
                        published -> !published.isEmpty())
                .getFirst();
        assertThat(PublishedRecords.header(event, "ce_type")).isEqualTo("ClaimExpired");
        assertThat(event.value()).contains(owner).contains(seats);
    }

    private String seat(int number) {
        return seat(number, 0);
    }

    private String seat(int number, int round) {
        String sku = "%s-%d-seat-%d".formatted(hall, round, number);
        one.client().putItem(sku, 1, "EXCLUSIVE");
        return sku;
    }

    /** Claims the seats; repeats the request as long as the answer is {@code CONTENTION}. */
    private static Callable<Answer> holding(String owner, RunningInventory instance, List<String> seats) {
        InventoryClient client = instance.client();
        String[] skus = seats.toArray(String[]::new);
        return () -> {
            Answer answer = client.claim(owner, skus);
            while (answer.code().equals("CONTENTION")) {
                answer = client.claim(owner, skus);
            }
            return answer;
        };
    }

    private static void canBeHadAtOnce(String seat) {
        assertThat(one.client().item(seat).path("reserved").asInt()).isZero();
        assertThat(one.heldOf(seat)).isZero();
        assertThat(other.client().claim("next", seat).status()).isEqualTo(201);
    }
}
