package dev.layeredsaga.testbed.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.client.SagaEvents;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** Invariants 5 and 6 as a consumer of the public topic sees them. */
final class EventAssertions {

    private static final Set<String> ENDINGS = Set.of("OrderConfirmed", "OrderRejected", "OrderCancelled");

    private EventAssertions() {}

    /** Numbered from 1 without gaps in the topic's order, with exactly one ending, at the end. */
    static void assertPublishesEachStoryToItsEnd(SagaEvents events, List<String> orderIds) {
        assertThat(orderIds).allSatisfy(orderId -> {
            List<String> types = events.typesOf(orderId);
            assertThat(types).as("events of " + orderId).startsWith("SagaStarted");
            assertThat(types).filteredOn(ENDINGS::contains).hasSize(1).containsExactly(types.getLast());
            assertThat(events.sequencesOf(orderId))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, types.size()).boxed().toList());
        });
    }
}
