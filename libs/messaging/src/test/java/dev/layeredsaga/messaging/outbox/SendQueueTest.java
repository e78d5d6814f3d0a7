package dev.layeredsaga.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.outbox.OutboxTable.Lowest;
import dev.layeredsaga.messaging.outbox.OutboxTable.Row;
import dev.layeredsaga.messaging.outbox.OutboxTable.RowId;
import dev.layeredsaga.messaging.outbox.SendQueue.Opening;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** Batches have the key {@code key}, unless they say otherwise, and the queue has room for four messages. */
class SendQueueTest {

    private static final long TRANSACTION = 700;
    private static final long LATER = 701;
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final Target TARGET = new Target("topic", "key");

    private final SendQueue queue = new SendQueue(4);

    @Test
    void queuesWhatIsCommitted() throws Exception {
        commit(1);
        commit(2);

        assertThat(queued()).containsExactly(1L, 2L);
    }

    @Test
    void holdsABatchBackUntilTheEarlierTransactionHasEnded() throws Exception {
        Opening first = insert(batch(1));
        Opening second = insert(batch(2));

        queue.ended(second, true);
        assertThat(queued()).isEmpty();

        queue.ended(first, true);
        assertThat(queued()).containsExactly(1L, 2L);
    }

    @Test
    void letsATransactionOfOtherKeysPass() throws Exception {
        insert(batch(1));
        commit(batch(2, "another key"));

        assertThat(queued()).containsExactly(2L);
    }

    @Test
    void holdsABatchBackUntilItIsKnownThatTheEarlierTransactionWasRolledBack() throws Exception {
        twoOfWhichTheFirstIsInDoubt();

        queue.forgetGone(inDoubt -> new Lowest(2, Long.MAX_VALUE, LATER, Set.of()));
        assertThat(queued()).containsExactly(2L);
        assertThat(queue.hasLeft()).isFalse();
    }

    @Test
    void sendsWhatWasCommittedAfterAllAndThenWhatFollows() throws Exception {
        twoOfWhichTheFirstIsInDoubt();

        queue.forgetGone(inDoubt -> new Lowest(1, Long.MAX_VALUE, LATER, Set.of(1L)));
        assertThat(queued()).containsExactly(1L, 2L);
    }

    /** PostgreSQL may still be at the commit of the first. */
    @Test
    void leavesToTheSweepWhatFollowsATransactionOfUnknownOutcome() throws Exception {
        twoOfWhichTheFirstIsInDoubt();

        queue.forgetGone(inDoubt -> new Lowest(2, Long.MAX_VALUE, TRANSACTION, Set.of()));
        assertThat(queued()).isEmpty();
        assertThat(queue.leftOf(Set.of("key", "another key"))).containsExactly("key");
    }

    private void twoOfWhichTheFirstIsInDoubt() throws InterruptedException {
        Opening first = insert(batch(1));
        Opening second = insert(batch(2));
        queue.ended(second, true);
        queue.ended(first, false);
        assertThat(queued()).isEmpty();
        assertThat(queue.hasLeft()).isTrue();
    }

    /** Its insertion failed. */
    @Test
    void forgetsATransactionThatHasInsertedNothing() throws Exception {
        Opening first = queue.open(Set.of("key"));
        queue.ended(first, false);
        commit(2);

        assertThat(queued()).containsExactly(2L);
    }

    @Test
    void goesOnFromMemoryOnceNothingIsLeft() throws Exception {
        queue.insertedForSweep(batch(1), TRANSACTION);
        queue.forgetGone(inDoubt -> new Lowest(1, Long.MAX_VALUE, LATER, Set.of()));
        commit(2);
        assertThat(queued()).isEmpty();

        queue.forgetGone(inDoubt -> new Lowest(3, Long.MAX_VALUE, LATER, Set.of()));
        commit(3);
        assertThat(queued()).containsExactly(3L);
    }

    /** The answer is of before row 1 was left, and does not know it. */
    @Test
    void doesNotBelieveAnAnswerThatAnotherRowHasOvertaken() {
        queue.insertedForSweep(batch(5, "another key"), TRANSACTION);
        queue.forgetGone(inDoubt -> {
            queue.insertedForSweep(batch(1), TRANSACTION);
            return new Lowest(Long.MAX_VALUE, Long.MAX_VALUE, LATER, Set.of());
        });

        assertThat(queue.leftOf(Set.of("key"))).containsExactly("key");
    }

    /** The row appears with its transaction's commit, behind which the key's next message must stay. */
    @Test
    void keepsTheKeysOfARowThatHasNotAppearedYet() {
        queue.insertedForSweep(batch(1), TRANSACTION);
        queue.forgetGone(inDoubt -> new Lowest(Long.MAX_VALUE, Long.MAX_VALUE, TRANSACTION, Set.of()));
        assertThat(queue.leftOf(Set.of("key"))).containsExactly("key");

        queue.forgetGone(inDoubt -> new Lowest(Long.MAX_VALUE, Long.MAX_VALUE, LATER, Set.of()));
        assertThat(queue.leftOf(Set.of("key"))).isEmpty();
    }

    /** The connection broke at the commit, which PostgreSQL may still be at. */
    @Test
    void keepsTheKeysOfACommitThatMayStillHappen() {
        queue.ended(insert(batch(1)), false);
        queue.forgetGone(inDoubt -> new Lowest(Long.MAX_VALUE, Long.MAX_VALUE, TRANSACTION, Set.of()));

        assertThat(queue.leftOf(Set.of("key"))).containsExactly("key");
    }

    @Test
    void leavesToTheSweepWhatFollowsARefusedBatch() throws Exception {
        commit(1);
        queued();
        Opening second = insert(batch(2));
        queue.refused(batch(1));
        queue.ended(second, true);

        assertThat(queued()).isEmpty();
    }

    @Test
    void leavesToTheSweepWhatFindsNoRoom() throws Exception {
        commit(batchOf(3, 1));
        commit(batchOf(2, 2));
        commit(3);

        assertThat(queued()).containsExactly(1L);
    }

    @Test
    void queuesABatchLargerThanAllTheRoomIfItIsAlone() throws Exception {
        commit(batchOf(5, 1));

        assertThat(queued()).containsExactly(1L);
    }

    @Test
    void leavesAllThatIsQueuedToTheSweep() throws Exception {
        commit(batchOf(2, 1));
        commit(batchOf(1, 2));

        assertThat(queue.leaveAll()).isEqualTo(3);
        assertThat(queued()).isEmpty();
        assertThat(queue.awaitAllAnswers(Duration.ZERO)).isTrue();
        assertThat(adopt(batchOf(2, 1), batchOf(1, 2))).containsExactly(1L, 2L);
    }

    @Test
    void adoptsRowsInTheirOrder() throws Exception {
        assertThat(adopt(batch(1), batch(2))).containsExactly(1L, 2L);
        assertThat(queued()).containsExactly(1L, 2L);
    }

    /** A standby that lagged counts ids anew when it becomes the primary. */
    @Test
    void adoptsARowThatOnlyHasTheIdOfOneThatWasSent() throws Exception {
        commit(batch(1));
        assertThat(queued()).containsExactly(1L);
        acknowledge(batch(1));
        OutboxBatch other = OutboxBatch.of(new RowId(1, NOW.plusMillis(1)), List.of(record("key")));

        assertThat(adopt(batch(1))).isEmpty();
        assertThat(adopt(other)).containsExactly(1L);
    }

    @Test
    void adoptsNothingBehindARowOfItsKeysThatIsNotDue() {
        Row young = new Row(new RowId(1, NOW), Set.of("key"), null);

        List<OutboxBatch> adopted = queue.adopt(List.of(young, row(batch(2)), row(batch(3, "another key"))), Map.of());

        assertThat(numbersOf(adopted)).containsExactly(3L);
    }

    @Test
    void adoptsNothingThatTheBrokerHasNotAnsweredAndNothingBehindIt() {
        commit(1);

        assertThat(adopt(batch(1), batch(2), batch(3, "another key"))).containsExactly(3L);
    }

    @Test
    void adoptsWhatFollowsAnAcknowledgedRowThatIsStillThere() throws Exception {
        commit(1);
        queued();
        acknowledge(batch(1));

        assertThat(adopt(batch(1), batch(2))).containsExactly(2L);
    }

    @Test
    void adoptsNothingBehindAStuckMessageThatHasNotBeenMovedYet() throws Exception {
        commit(1);
        queued();
        Delivery stuck = new Delivery(batch(1));
        stuck.stuck(0, "for a test");
        queue.divert(batch(1), TARGET);
        queue.answered(stuck);
        assertThat(adopt(batch(2))).isEmpty();

        queue.moved(queue.stuck());
        assertThat(adopt(batch(2))).containsExactly(2L);
    }

    @Test
    void adoptsNothingBehindATransactionThatHasNotYetSaidThatItCommitted() {
        insert(batch(1));

        assertThat(adopt(batch(1), batch(2), batch(3, "another key"))).containsExactly(3L);
    }

    @Test
    void adoptsAgainWhatHasFailed() throws Exception {
        adopt(batch(1));
        queued();
        Delivery failed = new Delivery(batch(1));
        failed.failed(1);
        queue.answered(failed);

        assertThat(adopt(batch(1))).containsExactly(1L);
    }

    @Test
    void sendsNothingOfTheKeyFromMemoryWhileAMessageIsStuck() throws Exception {
        commit(1);
        queued();
        Delivery stuck = new Delivery(batch(1));
        stuck.stuck(0, "for a test");
        queue.divert(batch(1), TARGET);
        queue.answered(stuck);
        queue.moved(queue.stuck());
        queue.forgetGone(inDoubt -> new Lowest(2, 1, LATER, Set.of()));
        assertThat(queue.leftOf(Set.of("key"))).containsExactly("key");

        queue.forgetGone(inDoubt -> new Lowest(2, Long.MAX_VALUE, LATER, Set.of()));
        assertThat(queue.leftOf(Set.of("key"))).isEmpty();
    }

    @Test
    void sendsNothingOfTheKeyFromMemoryWhileItsStuckMessageIsBackInTheOutbox() throws Exception {
        commit(1);
        queued();
        Delivery stuck = new Delivery(batch(1));
        stuck.stuck(0, "for a test");
        queue.divert(batch(1), TARGET);
        queue.answered(stuck);
        queue.moved(queue.stuck());
        queue.forgetGone(inDoubt -> new Lowest(2, 1, LATER, Set.of()));

        queue.forgetGone(inDoubt -> new Lowest(1, Long.MAX_VALUE, LATER, Set.of()));

        assertThat(queue.leftOf(Set.of("key"))).containsExactly("key");
    }

    @Test
    void divertsARowThatIsBehindAStuckMessageAndNoneInFrontOfIt() throws Exception {
        queue.adopt(List.of(row(batch(1)), row(batch(3))), Map.of(TARGET, 2L));

        OutboxBatch first = Objects.requireNonNull(queue.poll(Duration.ZERO));
        OutboxBatch second = Objects.requireNonNull(queue.poll(Duration.ZERO));
        assertThat(queue.isBlocked(first, TARGET)).isFalse();
        assertThat(queue.isBlocked(second, TARGET)).isTrue();
    }

    @Test
    void divertsWhatIsQueuedBehindAStuckMessage() {
        commit(1);
        commit(2);
        queue.divert(batch(1), TARGET);
        queue.forgetDiverted();
        assertThat(queue.isBlocked(batch(2), TARGET)).isTrue();

        acknowledge(batch(1));
        acknowledge(batch(2));
        queue.forgetDiverted();
        assertThat(queue.isBlocked(batch(3), TARGET)).isFalse();
    }

    private void commit(long id) {
        commit(batch(id));
    }

    private void commit(OutboxBatch batch) {
        queue.ended(insert(batch), true);
    }

    private Opening insert(OutboxBatch batch) {
        Opening opening = queue.open(batch.keys());
        queue.inserted(opening, batch, TRANSACTION);
        return opening;
    }

    private void acknowledge(OutboxBatch batch) {
        Delivery delivery = new Delivery(batch);
        delivery.sent();
        queue.answered(delivery);
    }

    private List<Long> adopt(OutboxBatch... batches) {
        return numbersOf(queue.adopt(Stream.of(batches).map(SendQueueTest::row).toList(), Map.of()));
    }

    private static List<Long> numbersOf(List<OutboxBatch> batches) {
        return batches.stream().map(batch -> batch.id().number()).toList();
    }

    private List<Long> queued() throws InterruptedException {
        List<Long> ids = new ArrayList<>();
        for (OutboxBatch batch = queue.poll(Duration.ZERO); batch != null; batch = queue.poll(Duration.ZERO)) {
            ids.add(batch.id().number());
        }
        return ids;
    }

    private static Row row(OutboxBatch batch) {
        return new Row(batch.id(), batch.keys(), batch);
    }

    private static OutboxBatch batch(long id) {
        return batch(id, "key");
    }

    private static OutboxBatch batch(long id, String key) {
        return OutboxBatch.of(new RowId(id, NOW), List.of(record(key)));
    }

    private static OutboxBatch batchOf(int size, long id) {
        return OutboxBatch.of(
                new RowId(id, NOW),
                IntStream.range(0, size)
                        .mapToObj(i -> SendQueueTest.record("key"))
                        .toList());
    }

    private static ProducerRecord<String, byte[]> record(String key) {
        return new ProducerRecord<>("topic", key, new byte[0]);
    }
}
