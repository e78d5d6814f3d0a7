package dev.layeredsaga.messaging.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.saga.Reason;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** A reason's details are fields beside its code, for every reader of events and of stored sagas. */
class ReasonJsonTest {

    private static final String BUSY = """
            {"code":"RESOURCE_BUSY","message":"seat-7 is held","sku":"seat-7","retryAfterSeconds":30,\
            "lockedAt":"2026-01-01T12:00:00Z","lockExpiresAt":"2026-01-01T12:05:00.000100Z"}""";

    private final JsonMapper json = MessageJson.mapper();

    @Test
    void readsAndWritesDetailsAsTheyStand() {
        assertThat(json.writeValueAsString(json.readValue(BUSY, Reason.class))).isEqualTo(BUSY);
        assertThat(json.writeValueAsString(Reason.of("LATE", "too late"))).isEqualTo("""
                {"code":"LATE","message":"too late"}""");
    }

    @Test
    void ofAnOrderIsTheSame() {
        OrderReason typed = new OrderReason(
                ReasonCode.RESOURCE_BUSY,
                "seat-7 is held",
                "seat-7",
                30,
                Instant.parse("2026-01-01T12:00:00Z"),
                Instant.parse("2026-01-01T12:05:00.000100Z"));

        assertThat(json.writeValueAsString(typed)).isEqualTo(BUSY);
        assertThat(typed.toReason()).isEqualTo(json.readValue(BUSY, Reason.class));
        assertThat(OrderReason.of(typed.toReason())).isEqualTo(typed);
    }
}
