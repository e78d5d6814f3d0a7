package dev.layeredsaga.testbed.failures.audit;

import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.DeadLetter;
import dev.layeredsaga.testbed.failures.audit.seen.Observations;

/** Every message that can be handled has been: none is a dead letter but those planted, and none is still held. */
final class NothingPutAside implements Invariant {

    @Override
    public int number() {
        return 11;
    }

    @Override
    public String name() {
        return "nothing put aside";
    }

    @Override
    public void check(Observations seen, Checklist list) {
        seen.messages().deadLetters().stream()
                .filter(letter -> !letter.planted())
                .forEach(letter -> list.violated("a message was given up: " + inWords(letter), letter.key()));
        seen.tables().held().forEach(message -> list.violated("a message is still held", message));
        list.checked(seen.messages().deadLetters().size(), "dead letters");
    }

    private static String inWords(DeadLetter letter) {
        return letter.topic() + ", " + letter.reason();
    }
}
