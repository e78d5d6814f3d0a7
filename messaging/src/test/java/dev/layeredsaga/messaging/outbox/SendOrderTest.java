package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.outbox.OutboxTable.Insertion;
import dev.layeredsaga.messaging.outbox.OutboxTable.Other;
import dev.layeredsaga.messaging.outbox.SendOrder.Opening;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class SendOrderTest {

    private final SendOrder order = new SendOrder(4, Duration.ofHours(1));

    @Test
    void queuesACommittedParcelAtOnce() throws Exception {
        commit(1);

        assertThat(queued()).containsExactly(1L);
    }

    /**
     * The first transaction commits and its thread is suspended before it can say so. The second reads what the first has
     * written, commits, and says so first: its message would overtake.
     */
    @Test
    void keepsALaterTransactionBehindAnEarlierOneThatHasNotYetSaidThatItCommitted() throws Exception {
        Opening first = insert(parcel(1));
        Opening second = insert(parcel(2));

        order.committed(second);
        assertThat(queued()).isEmpty();

        order.committed(first);
        assertThat(queued()).containsExactly(1L, 2L);
    }

    @Test
    void letsATransactionOfOtherKeysPass() throws Exception {
        insert(parcel(1));
        order.committed(insert(parcel(2, "another key")));

        assertThat(queued()).containsExactly(2L);
    }

    @Test
    void leavesToTheSweepWhatFollowsATransactionOfUnknownOutcome() throws Exception {
        Opening first = insert(parcel(1));
        Opening second = insert(parcel(2));

        order.committed(second);
        order.leaveToSweep(first);

        assertThat(queued()).isEmpty();
    }

    @Test
    void goesOnOnceNothingIsLeft() throws Exception {
        order.leaveToSweep(insert(parcel(1)));
        commit(2, new Other(1, Set.of("key")));
        assertThat(queued()).isEmpty();

        commit(3);
        assertThat(queued()).containsExactly(3L);
    }

    @Test
    void keepsAParcelBehindAnothersUntilThatIsGone() throws Exception {
        commit(2, new Other(1, Set.of("key", "another key")));
        assertThat(queued()).isEmpty();
        assertThat(order.awaited()).containsExactly(1L);

        order.noLongerAwaited(Set.of(1L));
        assertThat(queued()).containsExactly(2L);
        assertThat(order.awaited()).isEmpty();
    }

    @Test
    void keepsAParcelBehindOneOfItsKeysThatWaitsForAnothers() throws Exception {
        commit(2, new Other(1, Set.of("key")));
        commit(3);
        assertThat(queued()).isEmpty();

        order.noLongerAwaited(Set.of(1L));
        assertThat(queued()).containsExactly(2L, 3L);
    }

    @Test
    void keepsAParcelBehindAllOfOthers() throws Exception {
        commit(3, new Other(1, Set.of("key")), new Other(2, Set.of("key")));
        order.noLongerAwaited(Set.of(2L));

        assertThat(queued()).isEmpty();
        assertThat(order.awaited()).containsExactly(1L);
    }

    @Test
    void leavesToTheSweepWhatHasWaitedForAnothersForTooLong() throws Exception {
        SendOrder impatient = new SendOrder(4, Duration.ZERO);
        Opening opening = impatient.open(Set.of("key"));
        impatient.inserted(opening, parcel(2), new Insertion(2, List.of(new Other(1, Set.of("key")))));
        impatient.committed(opening);

        assertThat(impatient.awaited()).isEmpty();
        impatient.noLongerAwaited(Set.of(1L));
        assertThat(impatient.poll(Duration.ZERO)).isNull();
        assertThat(impatient.adopt(List.of(parcel(2)))).extracting(Parcel::id).containsExactly(2L);
    }

    @Test
    void doesNotMindAnothersParcelOfOtherKeys() throws Exception {
        commit(2, new Other(1, Set.of("another key")));

        assertThat(queued()).containsExactly(2L);
    }

    @Test
    void leavesEverythingToTheSweepIfOthersHaveMoreThanCanBeLookedAt() throws Exception {
        Other[] many = LongStream.range(0, OutboxTable.MOST_OTHERS)
                .mapToObj(id -> new Other(id, Set.of("another key")))
                .toArray(Other[]::new);
        commit(1_000, many);

        assertThat(queued()).isEmpty();
    }

    @Test
    void queuesWhatFollowsAnAcknowledgedParcel() throws Exception {
        commit(1);
        order.answered(parcel(1));
        commit(2);

        assertThat(queued()).containsExactly(1L, 2L);
    }

    @Test
    void leavesToTheSweepWhatFollowsAFailedParcel() throws Exception {
        commit(1);
        queued();
        order.failed(parcel(1));
        commit(2, new Other(1, Set.of("key")));

        assertThat(queued()).isEmpty();
    }

    /** The parcel fails after the later one has been inserted and before its transaction has committed. */
    @Test
    void leavesToTheSweepWhatFollowsAParcelThatFailsMeanwhile() throws Exception {
        commit(1);
        queued();
        Opening second = insert(parcel(2));
        order.failed(parcel(1));
        order.committed(second);

        assertThat(queued()).isEmpty();
    }

    /** Before what is left of it has been written down, nobody may send it, and nothing may overtake it. */
    @Test
    void sendsNothingBehindARefusedParcelAndNotTheParcelItself() throws Exception {
        commit(1);
        queued();
        order.refused(parcel(1));
        commit(2, new Other(1, Set.of("key")));

        assertThat(queued()).isEmpty();
        assertThat(adopt(parcel(1), parcel(2))).isEmpty();
    }

    @Test
    void adoptsWhatIsLeftOfARefusedParcelOnceItIsWrittenDown() throws Exception {
        commit(1);
        queued();
        order.refused(parcel(1));
        order.failed(parcel(1));

        assertThat(adopt(parcel(1))).containsExactly(1L);
    }

    @Test
    void leavesToTheSweepWhatFindsNoRoom() throws Exception {
        commit(parcelOf(3, 1));
        commit(parcelOf(2, 2));
        commit(3, new Other(2, Set.of("key")));

        assertThat(queued()).containsExactly(1L);
    }

    @Test
    void queuesAParcelLargerThanAllTheRoomIfItIsAlone() throws Exception {
        commit(parcelOf(5, 1));

        assertThat(queued()).containsExactly(1L);
    }

    @Test
    void leavesAllThatIsQueuedToTheSweep() throws Exception {
        commit(parcelOf(2, 1));
        commit(parcelOf(1, 2));

        assertThat(order.leaveQueueToSweep()).isEqualTo(3);
        assertThat(queued()).isEmpty();
        assertThat(order.underway().awaitEndOfAll(Duration.ZERO)).isTrue();
        assertThat(adopt(parcelOf(2, 1), parcelOf(1, 2))).containsExactly(1L, 2L);
    }

    @Test
    void adoptsLeftoversInTheirOrder() throws Exception {
        assertThat(adopt(parcel(1), parcel(2))).containsExactly(1L, 2L);
        assertThat(queued()).containsExactly(1L, 2L);
    }

    @Test
    void doesNotAdoptWhatItIsSendingAnyway() {
        commit(1);

        assertThat(adopt(parcel(1), parcel(2))).containsExactly(2L);
    }

    @Test
    void doesNotAdoptWhatComesBehindATransactionThatHasNotYetSaidThatItCommitted() {
        insert(parcel(1));

        assertThat(adopt(parcel(1), parcel(2), parcel(3, "another key"))).containsExactly(3L);
    }

    @Test
    void queuesWhatFollowsAnAdoptedParcel() throws Exception {
        adopt(parcel(1));
        commit(2, new Other(1, Set.of("key")));

        assertThat(queued()).containsExactly(1L, 2L);
    }

    @Test
    void adoptsAgainWhatHasFailed() throws Exception {
        adopt(parcel(1));
        queued();
        order.failed(parcel(1));

        assertThat(adopt(parcel(1))).containsExactly(1L);
    }

    private void commit(long id, Other... others) {
        order.committed(insert(parcel(id), others));
    }

    private void commit(Parcel parcel) {
        order.committed(insert(parcel));
    }

    private Opening insert(Parcel parcel, Other... others) {
        Opening opening = order.open(parcel.keys());
        order.inserted(opening, parcel, new Insertion(parcel.id(), List.of(others)));
        return opening;
    }

    private List<Long> adopt(Parcel... parcels) {
        return order.adopt(List.of(parcels)).stream().map(Parcel::id).toList();
    }

    private List<Long> queued() throws InterruptedException {
        List<Long> ids = new ArrayList<>();
        for (Parcel parcel = order.poll(Duration.ZERO); parcel != null; parcel = order.poll(Duration.ZERO)) {
            ids.add(parcel.id());
        }
        return ids;
    }

    private static Parcel parcel(long id) {
        return parcel(id, "key");
    }

    private static Parcel parcel(long id, String key) {
        return new Parcel(id, List.of(record(key)), Set.of(key));
    }

    private static Parcel parcelOf(int size, long id) {
        return new Parcel(
                id,
                IntStream.range(0, size)
                        .mapToObj(i -> SendOrderTest.record("key"))
                        .toList(),
                Set.of("key"));
    }

    private static ProducerRecord<String, byte[]> record(String key) {
        return new ProducerRecord<>("topic", key, new byte[0]);
    }
}
