package dev.layeredsaga.messaging.outbox;

import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.messaging.outbox.SendOrder.Parcel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SendOrderTest {

    private static final List<Long> NONE = List.of();

    private final SendOrder order = new SendOrder(4);

    @Test
    void queuesACommittedParcelAtOnce() throws Exception {
        order.register(parcel(NONE, 1, 2));
        order.committed(parcel(NONE, 1, 2));

        assertThat(queued()).containsExactly(1L, 2L);
    }

    /**
     * The first transaction commits and its thread is suspended before it can say so. The second reads what the first has
     * written, commits, and says so first: its message would overtake.
     */
    @Test
    void keepsALaterTransactionBehindAnEarlierOneThatHasNotYetSaidThatItCommitted() throws Exception {
        Parcel first = parcel(NONE, 1);
        Parcel second = parcel(List.of(1L), 2);
        order.register(first);
        order.register(second);

        order.committed(second);
        assertThat(queued()).isEmpty();

        order.committed(first);
        assertThat(queued()).containsExactly(1L, 2L);
    }

    @Test
    void leavesToTheSweepWhatFollowsATransactionOfUnknownOutcome() throws Exception {
        Parcel first = parcel(NONE, 1);
        Parcel second = parcel(List.of(1L), 2);
        order.register(first);
        order.register(second);

        order.committed(second);
        order.leaveToSweep(first);

        assertThat(queued()).isEmpty();
    }

    @Test
    void leavesToTheSweepWhatFollowsARowItKnowsNothingOf() throws Exception {
        commit(parcel(List.of(1L), 2));

        assertThat(queued()).isEmpty();
    }

    @Test
    void queuesWhatFollowsAnAcknowledgedRow() throws Exception {
        commit(parcel(NONE, 1));
        order.acknowledged(row(1));
        commit(parcel(List.of(1L), 2));

        assertThat(queued()).containsExactly(1L, 2L);
    }

    @Test
    void leavesToTheSweepWhatFollowsAFailedRow() throws Exception {
        commit(parcel(NONE, 1));
        queued();
        order.failed(row(1));
        commit(parcel(List.of(1L), 2));

        assertThat(queued()).isEmpty();
    }

    @Test
    void leavesToTheSweepWhatFindsNoRoom() throws Exception {
        commit(parcel(NONE, 1, 2, 3));
        commit(parcel(NONE, 4, 5));
        commit(parcel(List.of(4L, 5L), 6));

        assertThat(queued()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void leavesARefusedRowAndAllThatIsQueuedBehindItToTheSweep() throws Exception {
        commit(parcel(NONE, 1, 2));
        commit(parcel(NONE, 3));
        order.poll(Duration.ZERO);

        assertThat(order.refused(row(1))).isEqualTo(3);
        assertThat(queued()).isEmpty();
        assertThat(order.underway().awaitEndOfAll(Duration.ZERO)).isTrue();
    }

    @Test
    void adoptsLeftoversInTheirOrder() throws Exception {
        assertThat(adopt(1, 2)).containsExactly(1L, 2L);
        assertThat(queued()).containsExactly(1L, 2L);
    }

    @Test
    void doesNotAdoptWhatItIsSendingAnyway() {
        commit(parcel(NONE, 1));

        assertThat(adopt(1, 2)).containsExactly(2L);
    }

    @Test
    void doesNotAdoptWhatComesBehindATransactionThatHasNotYetSaidThatItCommitted() {
        order.register(parcel(NONE, 1));

        assertThat(adopt(1, 2)).isEmpty();
    }

    @Test
    void queuesWhatFollowsAnAdoptedRow() throws Exception {
        adopt(1);
        commit(parcel(List.of(1L), 2));

        assertThat(queued()).containsExactly(1L, 2L);
    }

    @Test
    void adoptsAgainWhatHasFailed() throws Exception {
        adopt(1);
        queued();
        order.failed(row(1));

        assertThat(adopt(1)).containsExactly(1L);
    }

    private void commit(Parcel parcel) {
        order.register(parcel);
        order.committed(parcel);
    }

    private List<Long> adopt(long... ids) {
        return order.adopt(rows(ids)).stream().map(OutboxRow::id).toList();
    }

    private List<Long> queued() throws InterruptedException {
        List<Long> ids = new ArrayList<>();
        for (OutboxRow row = order.poll(Duration.ZERO); row != null; row = order.poll(Duration.ZERO)) {
            ids.add(row.id());
        }
        return ids;
    }

    private static Parcel parcel(List<Long> predecessors, long... ids) {
        return new Parcel(rows(ids), predecessors);
    }

    private static List<OutboxRow> rows(long... ids) {
        return LongStream.of(ids).mapToObj(SendOrderTest::row).collect(toList());
    }

    private static OutboxRow row(long id) {
        return OutboxRow.of(id, "topic", "key", Map.of(), new byte[0]);
    }
}
