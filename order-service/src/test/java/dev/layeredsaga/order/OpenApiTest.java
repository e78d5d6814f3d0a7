package dev.layeredsaga.order;

import dev.layeredsaga.testbed.contract.SpecificationContract;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;

class OpenApiTest extends SpecificationContract {

    private final Api api = OrderServiceInstance.shared().api();

    OpenApiTest() {
        super(
                "order-service.yaml",
                URI.create("http://127.0.0.1:"
                        + OrderServiceInstance.shared().api().port()),
                LocalIssuer.get().operator("contract"));
    }

    @Override
    protected Map<String, List<String>> known() {
        api.put("/products/contract-1", "{\"name\": \"a\", \"unitPrice\": {\"amount\": 10, \"currency\": \"KRW\"}}");
        api.put("/products/contract-2", "{\"name\": \"b\", \"unitPrice\": {\"amount\": 9, \"currency\": \"EUR\"}}");
        UUID order = api.order(Samples.order("c-1", "contract-1", 1), "contract-known")
                .orderId();
        return Map.of(
                "sku", List.of("contract-1", "contract-1", "contract-1", "contract-1", "contract-2"),
                "id", List.of(order.toString()),
                "Prefer", List.of("wait=0", "wait=\"0\"", "respond-async, wait=0", "wait=-1"));
    }

    @Override
    protected Map<String, List<Integer>> expectedAnswers() {
        return Map.of("POST /orders", List.of(202, 400, 401, 422));
    }
}
