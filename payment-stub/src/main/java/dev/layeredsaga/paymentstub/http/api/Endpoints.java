package dev.layeredsaga.paymentstub.http.api;

import dev.layeredsaga.paymentstub.gateway.Gateway;
import java.util.List;
import java.util.stream.Stream;

/** All endpoints of a gateway. */
public final class Endpoints {

    private Endpoints() {}

    /** Returns the routes; their names are the same for every gateway. */
    public static List<Route> of(Gateway gateway) {
        List<Route> routes = Stream.of(
                        new PaymentApi(gateway.payments()).routes(),
                        new RefundApi(gateway.refunds()).routes(),
                        new FaultApi(gateway.faults()).routes(),
                        new WebhookApi(gateway.webhooks()).routes(),
                        new LedgerApi(gateway.ledger()).routes(),
                        new AuditApi(gateway.auditor()).routes(),
                        new CallsApi(gateway.calls()).routes(),
                        new DescriptionApi().routes(),
                        new RootApi().routes())
                .flatMap(List::stream)
                .toList();
        return Stream.concat(routes.stream(), Stream.of(new NotFoundApi(routes).route()))
                .toList();
    }
}
