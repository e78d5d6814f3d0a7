package dev.layeredsaga.orchestrator.console.order;

import dev.layeredsaga.console.Fact;
import dev.layeredsaga.console.SagaContent;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.Direction;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.orchestrator.console.OrderWording;
import dev.layeredsaga.orchestrator.ordersaga.OrderDetails;
import dev.layeredsaga.orchestrator.ordersaga.OrderQueries;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagas;
import dev.layeredsaga.orchestrator.payment.PaymentQueries;
import dev.layeredsaga.orchestrator.payment.PaymentQueries.PaymentDetails;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** A saga's order and its payment, or its return and its refund. */
@Component
record OrderContent(OrderQueries orders, PaymentQueries payments, ReturnContent returns) implements SagaContent {

    @Override
    public String searchHint() {
        return "Order, customer, sku";
    }

    @Override
    public List<String> columns() {
        return List.of("Customer", "Items", "Amount");
    }

    @Override
    public Map<UUID, List<String>> values(Collection<UUID> sagas) {
        Map<UUID, List<String>> values = new HashMap<>();
        returns.addTo(values, sagas);
        orders.find(sagas)
                .forEach((id, order) -> values.put(
                        id,
                        List.of(
                                order.customerId(),
                                OrderWording.items(order.lines()),
                                OrderWording.money(order.total()))));
        return values;
    }

    @Override
    public List<Filter> filters() {
        return List.of(
                new Filter("customer", "Customer", 200),
                new Filter("sku", "Sku", 64),
                new Filter("order", "Returned order", 36));
    }

    @Override
    public List<String> data(Map<String, String> texts) {
        return OrderQueries.texts(
                texts.getOrDefault("customer", ""), texts.getOrDefault("sku", ""), texts.getOrDefault("order", ""));
    }

    @Override
    public List<String> reasons() {
        return Arrays.stream(ReasonCode.values()).map(ReasonCode::name).toList();
    }

    @Override
    public String command(String definition, String step, Direction direction) {
        return definition.equals(OrderSagas.NAME)
                ? OrderQueries.commandOf(step, direction)
                : ReturnContent.COMMANDS.getOrDefault(step, "");
    }

    @Override
    public List<Fact> facts(SagaView saga) {
        if (!saga.definition().equals(OrderSagas.NAME)) {
            return returns.facts(saga.sagaId());
        }
        List<Fact> facts = new ArrayList<>();
        OrderDetails order = orders.find(List.of(saga.sagaId())).get(saga.sagaId());
        if (order != null) {
            facts.add(Fact.of("Customer", order.customerId()));
            facts.add(Fact.of("Items", OrderWording.items(order.lines())));
            facts.add(Fact.of("Price", OrderWording.money(order.total())));
            facts.add(Fact.of("When busy", order.onBusy().name()));
            UUID claim = order.claimId();
            facts.add(Fact.ofId("Claim", claim == null ? "none" : claim.toString(), "/console/claims/"));
        }
        facts.add(Fact.of(
                "Payment",
                payments.find(saga.sagaId()).map(OrderContent::inWords).orElse("none asked for")));
        if (saga.status() == SagaStatus.COMPLETED) {
            facts.add(Fact.ofId("Returns", saga.sagaId().toString(), "/console/sagas?order="));
        }
        return facts;
    }

    @Override
    public List<Panel> panels(String definition) {
        return !definition.equals(OrderSagas.NAME) ? List.of() : List.of(new Panel("ledger", "The gateway's ledger"));
    }

    private static String inWords(PaymentDetails payment) {
        String reference = payment.gatewayReference();
        return payment.state() + ", " + OrderWording.money(payment.amount())
                + (reference == null ? "" : ", at the gateway " + reference)
                + (payment.returned().amount() == 0
                        ? ""
                        : ", of which " + OrderWording.money(payment.returned()) + " went back by returns")
                + (payment.voided() ? ", no charge may start any more" : "")
                + (payment.refundDueAt() == null ? "" : ", a refund is owed");
    }
}
