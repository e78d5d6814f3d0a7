package dev.layeredsaga.testbed.client;

import java.util.List;

/** A message on a public topic is not as its contract says. Waiting does not mend it: a caller that awaits something should fail. */
public final class ContractViolationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ContractViolationException(String message, List<String> violations) {
        super(message + " breaks its contract:\n  " + String.join("\n  ", violations));
    }
}
