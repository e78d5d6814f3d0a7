package dev.layeredsaga.paymentstub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class LedgerOverHttpTest {

    @RegisterExtension
    static final RunningStub stub = new RunningStub();

    @Test
    void anEntryShowsWhatHappened() throws IOException {
        String payment = stub.capture("entry", "pm_ok");

        JsonNode entry = stub.ledger("entry").json().at("/entries/0");
        assertThat(entry.propertyNames())
                .containsExactly(
                        "sequence", "type", "paymentId", "orderId", "amount", "currency", "idempotencyKey", "at");
        assertThat(entry.path("paymentId").asString()).isEqualTo(payment);
        assertThat(entry.path("idempotencyKey").asString()).isEqualTo("pay-entry");
        assertThat(Instant.parse(entry.path("at").asString())).isBefore(Instant.now());
    }

    @Test
    void theWholeLedgerIsInOrderWithoutGaps() throws IOException {
        stub.capture("gaps-1", "pm_ok");
        stub.capture("gaps-2", "pm_declined_fraud");

        var sequences = stub.get("/ledger").json().path("entries").values().stream()
                .map(entry -> entry.path("sequence").asInt())
                .toList();
        assertThat(sequences)
                .isNotEmpty()
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, sequences.size()).boxed().toList());
    }

    @Test
    void anUnknownOrderHasNoEntries() throws IOException {
        assertThat(stub.ledger("never").body()).isEqualTo("{\"entries\":[]}");
    }

    @Test
    void theAuditHoldsUntilAnOrderIsChargedTwice() throws IOException {
        assertThat(stub.get("/audit").json().path("holds").asBoolean()).isTrue();

        stub.pay("twice-1", "twice", "pm_ok");
        stub.pay("twice-2", "twice", "pm_ok");

        JsonNode audit = stub.get("/audit").json();
        assertThat(audit.path("holds").asBoolean()).isFalse();
        JsonNode violation = audit.at("/invariants/0/violations/0");
        assertThat(audit.at("/invariants/0/name").asString()).isEqualTo("at-most-one-net-capture-per-order");
        assertThat(violation.path("orderId").asString()).isEqualTo("twice");
        assertThat(violation.path("paymentIds")).hasSize(2);
    }
}
