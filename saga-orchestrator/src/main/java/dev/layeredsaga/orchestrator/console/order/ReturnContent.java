package dev.layeredsaga.orchestrator.console.order;

import dev.layeredsaga.console.Fact;
import dev.layeredsaga.console.SagaId;
import dev.layeredsaga.contract.order.ReturnRequested;
import dev.layeredsaga.contract.order.ReturnedGoods;
import dev.layeredsaga.engine.state.SagaStandings;
import dev.layeredsaga.orchestrator.console.OrderWording;
import dev.layeredsaga.orchestrator.payment.PaymentQueries;
import dev.layeredsaga.orchestrator.payment.PaymentQueries.PartDetails;
import dev.layeredsaga.orchestrator.returnsaga.ReturnData;
import dev.layeredsaga.orchestrator.returnsaga.ReturnSagas;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;

/** A return, and its refund. */
@Component
record ReturnContent(SagaStandings sagas, PaymentQueries payments) {

    /** The types of the messages that steps of returns send. */
    static final Map<String, String> COMMANDS = Map.of("refund", "RefundPart", "restock", "RestoreStock");

    private static final Logger log = LoggerFactory.getLogger(ReturnContent.class);

    /** Adds the list's values of those of the sagas that are returns and can be read. */
    void addTo(Map<UUID, List<String>> values, Collection<UUID> ids) {
        Map<UUID, ReturnData> returns = find(ids);
        Map<UUID, PartDetails> refunds = returns.isEmpty() ? Map.of() : payments.parts(returns.keySet());
        returns.forEach((id, data) -> values.put(id, row(data, refunds.get(id))));
    }

    private static List<String> row(ReturnData data, @Nullable PartDetails part) {
        ReturnRequested request = data.request();
        return List.of(
                request.customerId(),
                "%s of %s, %s, refund %s"
                        .formatted(
                                OrderWording.items(data.stock()),
                                SagaId.brief(request.orderId().toString()),
                                goods(data),
                                refund(part)),
                OrderWording.money(request.amount()));
    }

    /** Returns what is known of a return; nothing of another saga. */
    List<Fact> facts(UUID id) {
        ReturnData data = find(List.of(id)).get(id);
        if (data == null) {
            return List.of();
        }
        return List.of(
                Fact.ofId("Order", data.request().orderId().toString(), "/console/sagas/"),
                Fact.of("Customer", data.request().customerId()),
                Fact.of("Items", OrderWording.items(data.stock())),
                Fact.of("Amount", OrderWording.money(data.request().amount())),
                Fact.of("Goods", goods(data)),
                Fact.of("Refund", refund(payments.part(id).orElse(null))));
    }

    private static String goods(ReturnData data) {
        boolean received = data.request().goods() == ReturnedGoods.AWAITED && data.isDue();
        return (received ? "RECEIVED" : data.request().goods().name())
                + (data.writtenOff().isEmpty() ? "" : ", written off " + OrderWording.items(data.writtenOff()));
    }

    private static String refund(@Nullable PartDetails part) {
        return part == null
                ? "not asked for"
                : part.state() + (part.state().equals("MADE") ? "" : ": " + part.problem());
    }

    private Map<UUID, ReturnData> find(Collection<UUID> ids) {
        Map<UUID, ReturnData> found = new HashMap<>();
        sagas.data(ReturnSagas.NAME, ids).forEach((id, data) -> {
            try {
                found.put(id, ReturnData.read(data));
            } catch (JacksonException e) {
                log.debug("the data of saga {} cannot be read: {}", id, e.toString());
            }
        });
        return found;
    }
}
