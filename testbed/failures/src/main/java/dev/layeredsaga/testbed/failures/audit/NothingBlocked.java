package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.Observations;

/** Services have sent all that they had to say, though messages among it could not be sent for a while. */
final class NothingBlocked implements Invariant {

    @Override
    public int number() {
        return 13;
    }

    @Override
    public String name() {
        return "one bad thing costs only itself";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        seen.tables().unsent().forEach(message -> list.violated("a message has not been sent", message));
        list.checked(seen.messages().events().size(), "sagas with events");
    }
}
