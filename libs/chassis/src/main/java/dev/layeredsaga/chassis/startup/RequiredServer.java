package dev.layeredsaga.chassis.startup;

/** A server without which the service cannot start. */
interface RequiredServer {

    /** The server's display name, such as PostgreSQL. */
    String name();

    /** The configured address, for display; contains no password. */
    String place();

    /** Probes the server once, for a few seconds at most. */
    Finding look();

    /** The result of one probe. */
    sealed interface Finding {

        record Ready() implements Finding {}

        /** The server is unreachable but may still come up. */
        record Missing(String reason) implements Finding {}

        /** The server is reachable but refuses the connection; waiting does not help. */
        record Refusing(String reason) implements Finding {}
    }
}
