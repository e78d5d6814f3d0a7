package dev.layeredsaga.orchestrator.payment;

import static dev.layeredsaga.orchestrator.payment.PaymentsOnDatabase.charge;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PaymentRetentionTest {

    private final PaymentsOnDatabase database = new PaymentsOnDatabase();
    private final PaymentRetention retention = new PaymentRetention(database.payments(), Duration.ofDays(30), 500);

    @BeforeEach
    void forgetOtherTests() {
        database.sql().sql("TRUNCATE payment, saga").update();
    }

    @Test
    void removesOldPaymentsOnceTheirSagasAreGone() {
        orphans(12_345, 31);

        retention.removeTheOld();

        assertThat(payments()).isZero();
    }

    /** Whatever became of it: it may still be asked about, or be for an operator to see. */
    @Test
    void keepsAPaymentAsLongAsItsSagaIsThere() {
        UUID saga = UUID.randomUUID();
        database.handle(charge(saga, 1));
        database.sql()
                .sql("UPDATE payment SET created_at = now() - interval '400 days'")
                .update();
        database.sql().sql("""
                INSERT INTO saga (id, definition, definition_version, status, direction, attempt, step_since, deadline, data,
                  sequence, created_at, updated_at, version)
                SELECT saga_id, 'order', 1, 'STUCK', 'FORWARD', 1, now(), now(), '{}', 1, now(), now(), 1 FROM payment
                """).update();

        retention.removeTheOld();

        assertThat(payments()).isEqualTo(1);
    }

    @Test
    void keepsAYoungPaymentWhoseSagaIsGone() {
        orphans(1, 29);

        retention.removeTheOld();

        assertThat(payments()).isEqualTo(1);
    }

    private void orphans(int count, int daysAgo) {
        database.sql().sql("""
                INSERT INTO payment (saga_id, state, amount, currency, voided, attempt, version, created_at)
                SELECT gen_random_uuid(), 'VOID', 0, 'XXX', true, 1, 1, now() - make_interval(days => ?)
                FROM generate_series(1, ?)
                """).params(daysAgo, count).update();
    }

    private long payments() {
        return database.sql()
                .sql("SELECT count(*) FROM payment")
                .query(Long.class)
                .single();
    }
}
