package dev.layeredsaga.paymentstub;

import java.util.Map;

/** Where the program listens, as the environment says. */
final class Port {

    static final String VARIABLE = "PAYMENT_STUB_PORT";

    private static final String DEFAULT = "8083";
    private static final int MAX = 65_535;

    private Port() {}

    /**
     * @throws Invalid if the variable is set to something that is not a port
     */
    static int from(Map<String, String> environment) {
        String value = environment.getOrDefault(VARIABLE, DEFAULT);
        try {
            return checked(Integer.parseInt(value));
        } catch (NumberFormatException e) {
            throw new Invalid(value, e);
        }
    }

    private static int checked(int port) {
        if (port < 0 || port > MAX) {
            throw new NumberFormatException("not from 0 to " + MAX);
        }
        return port;
    }

    /** The variable does not name a port. */
    static final class Invalid extends RuntimeException {

        private Invalid(String value, Throwable cause) {
            super("port " + value + " is not a port", cause);
        }
    }
}
