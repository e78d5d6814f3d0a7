package dev.layeredsaga.order;

import dev.layeredsaga.testbed.contract.SpecificationContract;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
        // so many that some are left when others have been retired
        List<String> products =
                IntStream.range(0, 60).mapToObj(i -> "contract-" + i).toList();
        products.forEach(sku -> api.put("/products/" + sku, Samples.product(10, "KRW")));
        api.put("/products/contract-euro", Samples.product(9, "EUR"));
        UUID order = api.order(Samples.order("c-1", "contract-1", 1), "contract-known")
                .orderId();
        return Map.of(
                "sku",
                        Stream.concat(products.stream(), Stream.of("contract-euro"))
                                .toList(),
                "id", List.of(order.toString()),
                // or most bodies would be wrong in themselves
                "currency", List.of("KRW"),
                "quantity", List.of("1"),
                "onBusy", List.of("WAIT"),
                "queueTimeoutSeconds", List.of("5"),
                "Prefer", List.of("wait=0", "wait=\"0\"", "respond-async, wait=0", "wait=-1"));
    }

    @Override
    protected Map<String, List<Integer>> expectedAnswers() {
        return Map.of("POST /orders", List.of(202, 400, 401, 422));
    }
}
