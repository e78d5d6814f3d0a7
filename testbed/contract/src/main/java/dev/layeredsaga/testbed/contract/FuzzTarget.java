package dev.layeredsaga.testbed.contract;

import java.net.URI;
import java.util.List;
import java.util.Map;

/** A running service that receives random requests. */
public final class FuzzTarget {

    private final URI service;
    private final String token;
    private final Specification specification;
    private final Map<String, List<String>> known;

    FuzzTarget(URI service, String token, Specification specification, Map<String, List<String>> known) {
        this.service = service;
        this.token = token;
        this.specification = specification;
        this.known = known;
    }

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

    URI service() {
        return service;
    }

    String token() {
        return token;
    }

    Specification specification() {
        return specification;
    }

    Map<String, List<String>> known() {
        return known;
    }
}
