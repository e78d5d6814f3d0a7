package dev.layeredsaga.orchestrator.console.lock;

import dev.layeredsaga.console.Ages;
import dev.layeredsaga.console.ListAddress;
import dev.layeredsaga.console.ListRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The address of the list of claims; {@code age} has only those that are older than this. */
public final class ClaimListRequest extends ListRequest {

    static final List<String> STATES = List.of("HELD", "CONFIRMED", "RELEASED", "EXPIRED");

    ClaimListRequest(Map<String, String> parameters) {
        super(parameters, "sku", "owner", "state", "age");
    }

    /** Returns what is wrong with it, in words; empty if nothing is. */
    List<String> problems() {
        return Stream.of(unlessPlain("sku"), unlessPlain("owner"), unlessIn(STATES, "state"), unlessAge("age"))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the inventory's list; claims' ids are in the order of their times. */
    String source(Instant now, int limit) {
        String from = after().isEmpty()
                ? Ages.parse(get("age"))
                        .map(old -> Ages.firstIdAt(now.minus(old)).toString())
                        .orElse("")
                : after();
        return ListAddress.of("/claims")
                .with("sku", get("sku"))
                .with("owner", get("owner"))
                .with("state", get("state"))
                .with("after", from)
                .with("limit", String.valueOf(limit))
                .toString();
    }
}
