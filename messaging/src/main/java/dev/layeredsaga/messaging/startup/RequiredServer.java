package dev.layeredsaga.messaging.startup;

/** A server without which the service cannot start. */
interface RequiredServer {

    /** What people call it, such as PostgreSQL. */
    String name();

    /** Where it is said to be, for people; holds no password. */
    String place();

    /** Tries once, for a few seconds at most. */
    Finding look();

    /** What one look has found. */
    sealed interface Finding {

        record Ready() implements Finding {}

        /** It may come up yet. */
        record Missing(String reason) implements Finding {}

        /** It is there and refuses us; waiting does not help. */
        record Refusing(String reason) implements Finding {}
    }
}
