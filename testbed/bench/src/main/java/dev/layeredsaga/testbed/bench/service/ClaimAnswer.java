package dev.layeredsaga.testbed.bench.service;

/** What became of a claim. */
public sealed interface ClaimAnswer {

    /** The claim is held, by whoever has the token. */
    record Granted(String claimId, String token) implements ClaimAnswer {}

    /** @param code why, such as {@code RESOURCE_BUSY} */
    record Refused(int status, String code) implements ClaimAnswer {

        public boolean isBusy() {
            return code.equals("RESOURCE_BUSY");
        }

        public boolean isOutOfStock() {
            return code.equals("OUT_OF_STOCK");
        }

        /** Whether the service had too much to do. */
        public boolean isTurnedAway() {
            return status == 503;
        }
    }
}
