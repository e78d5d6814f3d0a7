package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.uuid.Generators;
import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderLine;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.contract.order.ReturnedGoods;
import dev.layeredsaga.orchestrator.returnsaga.ReturnSagas;
import java.util.List;
import java.util.UUID;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;

/** The console's view of returns. */
class ConsoleReturnsTest extends SignedInTest {

    private final String customer = "c-" + UUID.randomUUID();

    @Test
    void showsInTheListWhichOrderGoodsAndRefundAReturnIsAbout() {
        UUID order = UUID.randomUUID();
        UUID waiting = started(order, ReturnedGoods.AWAITED);
        UUID refused = started(order, ReturnedGoods.KEPT);
        UUID other = started(UUID.randomUUID(), ReturnedGoods.AWAITED);
        awaitStatus(refused, "COMPENSATED");

        kim.open("/console/sagas?order=" + order);

        String brief = order.toString().substring(0, 8) + "…";
        assertThat(kim.text("rows"))
                .contains(customer)
                .contains("500 KRW")
                .contains("2 × lamp of " + brief + ", AWAITED, refund not asked for")
                .contains(brief + ", KEPT, written off 2 × lamp, refund REFUSED: the gateway has not been asked");
        assertThat(kim.http().get("/console/sagas/rows?order=" + order).body())
                .contains(waiting.toString(), refused.toString())
                .doesNotContain(other.toString());
    }

    @Test
    void showsOnAReturnsPageItsOrderAndWhyNothingWasRefunded() {
        UUID order = UUID.randomUUID();
        UUID refused = started(order, ReturnedGoods.NOT_SENT);
        awaitStatus(refused, "COMPENSATED");

        HtmlPage page = kim.open("/console/sagas/" + refused);

        assertThat(kim.text("state"))
                .contains("NOT_SENT")
                .contains("500 KRW")
                .contains("REFUSED: the gateway has not been asked: UNKNOWN_PAYMENT")
                .contains("RefundPart");
        assertThat(page.getElementById("fact-Order").getAttribute("href")).isEqualTo("/console/sagas/" + order);
    }

    @Test
    void leadsFromACompletedOrderToItsReturns() {
        PlacedOrder order = StuckOrder.waiting(customer);
        String id = order.id().toString();
        assertThat(kim.open("/console/sagas/" + id).getElementById("fact-Returns"))
                .isNull();
        OrchestratorInstance.shared()
                .database()
                .sql("UPDATE saga SET status = 'COMPLETED', due_at = NULL, version = version + 1 WHERE id = ?")
                .param(order.id())
                .update();
        UUID returned = started(order.id(), ReturnedGoods.AWAITED);

        kim.click(kim.open("/console/sagas/" + id).getElementById("fact-Returns"));

        assertThat(kim.page().getElementById("saga-" + returned)).isNotNull();
        assertThat(kim.page().getElementById("saga-" + id)).isNull();
    }

    private UUID started(UUID order, ReturnedGoods goods) {
        UUID id = Generators.timeBasedEpochGenerator().generate();
        Money price = new Money(250, "KRW");
        OrchestratorInstance.shared()
                .bean(ReturnSagas.class)
                .start(new ReturnRequested(
                        order,
                        id,
                        customer,
                        List.of(new OrderLine("lamp", 2, price)),
                        new Money(500, "KRW"),
                        goods,
                        "too bright",
                        null));
        return id;
    }

    private static void awaitStatus(UUID saga, String status) {
        await().until(() -> new PlacedOrder(saga).column("status").equals(status));
    }
}
