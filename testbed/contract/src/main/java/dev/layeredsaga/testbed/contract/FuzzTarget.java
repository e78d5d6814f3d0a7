package dev.layeredsaga.testbed.contract;

import java.net.URI;
import java.util.List;
import java.util.Map;

/** A running service that receives random requests. */
public record FuzzTarget(URI service, String token, Specification specification, Map<String, List<String>> known) {

    /**
     * Returns a target whose requests are generated from the committed specification.
     *
     * @param file the name of the specification below {@code docs/openapi}
     * @param token the bearer token of a caller with full access
     * @param known values that exist in the service, by the name of the parameter or member
     */
    public static FuzzTarget of(String file, URI service, String token, Map<String, List<String>> known) {
        return new FuzzTarget(service, token, new PublishedSpecification(file).parsed(), known);
    }
}
