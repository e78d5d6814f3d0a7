package dev.layeredsaga.inventory;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import dev.layeredsaga.testbed.contract.SpecificationContract;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class OpenApiTest extends SpecificationContract {

    private final InventoryClient client = RunningInventory.shared().client();

    OpenApiTest() {
        super(
                "inventory-service.yaml",
                RunningInventory.shared().client().address(),
                LocalIssuer.get().operator("contract"));
    }

    @Override
    protected Map<String, List<String>> known() {
        client.putItem("contract-seat", 1, "EXCLUSIVE");
        // so many that some are left when others have been retired
        List<String> stocks =
                IntStream.range(0, 20).mapToObj(i -> "contract-stock-" + i).toList();
        stocks.forEach(sku -> client.putItem(sku, 1_000_000_000, "COUNTED"));
        Answer seat = client.claim("mina", "contract-seat");
        Answer stock = client.claim("mina", stocks.getFirst());
        return Map.of(
                "sku",
                        Stream.concat(Stream.of("contract-seat"), stocks.stream())
                                .toList(),
                "owner", List.of("mina"),
                "id", List.of(seat.text("claimId"), stock.text("claimId")),
                "Claim-Token", List.of(seat.text("token"), stock.text("token")));
    }

    @Override
    protected Map<String, List<Integer>> expectedAnswers() {
        return Map.of("POST /claims", List.of(201, 400, 401, 409));
    }
}
