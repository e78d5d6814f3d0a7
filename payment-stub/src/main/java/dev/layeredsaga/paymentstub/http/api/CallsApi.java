package dev.layeredsaga.paymentstub.http.api;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import dev.layeredsaga.paymentstub.attempt.Calls;
import dev.layeredsaga.paymentstub.fault.Scenario.Operation;
import dev.layeredsaga.paymentstub.http.message.Requests;
import dev.layeredsaga.paymentstub.http.message.Responses;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.List;

/** Reports the number of calls for an order. */
final class CallsApi {

    private final Calls calls;

    CallsApi(Calls calls) {
        this.calls = calls;
    }

    List<Route> routes() {
        return List.of(new Route("count-calls", get(urlPathEqualTo("/calls")), this::count));
    }

    private ResponseDefinition count(Request request) {
        OrderId order = Requests.required(Requests.order(request).orElse(null), ErrorCode.INVALID_ORDER_ID, "orderId");
        return Responses.ok(new CallsView(
                order.value(),
                calls.of(Operation.PAYMENT, order),
                calls.of(Operation.QUERY, order),
                calls.of(Operation.REFUND, order)));
    }

    private record CallsView(String orderId, int payments, int queries, int refunds) {}
}
