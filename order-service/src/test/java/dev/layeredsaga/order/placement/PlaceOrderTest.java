package dev.layeredsaga.order.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.HeldClaim;
import dev.layeredsaga.contract.order.OnBusy;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PlaceOrderTest {

    private static final StockLine SEAT = new StockLine("seat", 1);
    private static final UUID CLAIM = UUID.randomUUID();
    private static final StockLine CUP = new StockLine("cup", 2);

    @Test
    void mergesLinesOfTheSameSku() {
        assertThat(Orders.request(SEAT, CUP, new StockLine("seat", 4)).lines())
                .containsExactly(new StockLine("seat", 5), CUP);
    }

    @Test
    void hasAtLeastOneLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> order("mina", List.of(), "pm_ok", OnBusy.REJECT))
                .withMessageContaining("at least one line");
    }

    @Test
    void hasTheFingerprintOfEveryRequestForTheSame() {
        byte[] fingerprint = Orders.request(SEAT, CUP).fingerprint();

        assertThat(fingerprint).hasSize(32);
        assertThat(Orders.request(CUP, SEAT).fingerprint()).isEqualTo(fingerprint);
        assertThat(Orders.request(SEAT, new StockLine("cup", 1), new StockLine("cup", 1))
                        .fingerprint())
                .isEqualTo(fingerprint);
    }

    @Test
    void hasAnotherFingerprintIfAnythingDiffers() {
        List<PlaceOrder> requests = List.of(
                order("mina", List.of(SEAT), "pm_ok", OnBusy.REJECT),
                order("mino", List.of(SEAT), "pm_ok", OnBusy.REJECT),
                order("mina", List.of(CUP), "pm_ok", OnBusy.REJECT),
                order("mina", List.of(new StockLine("seat", 11)), "pm_ok", OnBusy.REJECT),
                order("mina", List.of(SEAT, new StockLine("1", 1)), "pm_ok", OnBusy.REJECT),
                order("mina", List.of(SEAT), "pm_flaky", OnBusy.REJECT),
                order("mina", List.of(SEAT), "pm_ok", OnBusy.RETRY),
                orderOf(new HeldClaim(CLAIM, CLAIM)),
                orderOf(new HeldClaim(CLAIM, UUID.randomUUID())));

        assertThat(requests.stream()
                        .map(PlaceOrder::fingerprint)
                        .map(HexFormat.of()::formatHex)
                        .distinct())
                .hasSameSizeAs(requests);
        assertThat(requests.stream().map(PlaceOrder::orderId).distinct()).hasSameSizeAs(requests);
    }

    /** Another id for the same request would be another order, and another payment, once its first order has been lost. */
    @Test
    void hasTheOrderIdThatItHasAlwaysHad() {
        assertThat(Orders.request(CUP, SEAT).orderId())
                .isEqualTo(Orders.request(SEAT, CUP).orderId())
                .isEqualTo(UUID.fromString("bc5bc4d5-5aef-8ed4-8055-254fbf3a8f55"));
        assertThat(withKey("mina", "key")).isNotEqualTo(withKey("min", "akey")).isNotEqualTo(withKey("mina", "key2"));
    }

    private static UUID withKey(String caller, String key) {
        return new PlaceOrder(
                        new IdempotencyKey(caller, key),
                        "mina",
                        List.of(SEAT),
                        "pm_ok",
                        OnBusy.REJECT,
                        null,
                        null,
                        null)
                .orderId();
    }

    private static PlaceOrder order(String customer, List<StockLine> lines, String paymentMethod, OnBusy onBusy) {
        return new PlaceOrder(
                new IdempotencyKey("mina", "key"), customer, lines, paymentMethod, onBusy, null, null, null);
    }

    private static PlaceOrder orderOf(HeldClaim claim) {
        return new PlaceOrder(
                new IdempotencyKey("mina", "key"), "mina", List.of(SEAT), "pm_ok", OnBusy.REJECT, null, null, claim);
    }
}
