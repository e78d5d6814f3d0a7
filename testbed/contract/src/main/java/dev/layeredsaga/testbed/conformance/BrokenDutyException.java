package dev.layeredsaga.testbed.conformance;

/** Says in what way a participant does not do its duty. */
final class BrokenDutyException extends RuntimeException {

    BrokenDutyException(String message) {
        super(message);
    }
}
