package dev.layeredsaga.paymentstub.http;

import dev.layeredsaga.paymentstub.fault.Scenario;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What a person sees who opens the stub in a browser. */
final class HomePage {

    static final String HTML = """
            <!doctype html>
            <html lang="en">
            <title>Payment stub</title>
            <h1>This is a stub. It moves no money.</h1>
            <p>It plays a payment gateway that fails on demand, and keeps a ledger of what it would have done.
            All of it is in memory and gone when the stub stops.</p>
            <ul>
            <li><code>POST /v1/payments</code>, <code>GET /v1/payments?idempotencyKey=</code></li>
            <li><code>POST /v1/payments/{paymentId}/refunds</code></li>
            <li><a href="/faults"><code>/faults</code></a> (GET, PUT, DELETE)</li>
            <li><a href="/ledger"><code>/ledger</code></a>, <a href="/audit"><code>/audit</code></a></li>
            </ul>
            <p>Scenarios, each also a payment method with <code>pm_</code> before its name:</p>
            <ul>
            %s
            </ul>
            </html>
            """.formatted(scenarios());

    private HomePage() {}

    private static String scenarios() {
        return Arrays.stream(Scenario.values())
                .map(scenario -> "<li><code>" + scenario.wireName() + "</code></li>")
                .collect(Collectors.joining("\n"));
    }
}
