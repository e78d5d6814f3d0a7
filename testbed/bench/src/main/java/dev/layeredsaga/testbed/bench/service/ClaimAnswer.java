package dev.layeredsaga.testbed.bench.service;

/** The answer to a claim. */
public sealed interface ClaimAnswer {

    /** A claim that is held by the bearer of the token. */
    record Granted(String claimId, String token) implements ClaimAnswer {}

    /** @param code the reason, such as {@code RESOURCE_BUSY} */
    record Refused(int status, String code) implements ClaimAnswer {

        public boolean isBusy() {
            return code.equals("RESOURCE_BUSY");
        }

        public boolean isOutOfStock() {
            return code.equals("OUT_OF_STOCK");
        }

        /** Returns true if the service was overloaded. */
        public boolean isTurnedAway() {
            return status == 503;
        }
    }
}
