package dev.layeredsaga.engine.definition;

/** A participant that sagas send commands to. */
public sealed interface Participant {

    /** Returns the name that operators and metrics use. */
    String name();

    /** A participant behind Kafka: commands are published to its topic, replies arrive on {@code saga.replies}. */
    record Remote(String name, String topic) implements Participant {}

    /** A participant in this process and on its database; {@link LocalParticipant} carries out its commands. */
    record Local(String name) implements Participant {

        /** Runs the methods of {@link Exchange#local} and {@link Exchange#call}. There is always one. */
        public static final Local THIS_SERVICE = new Local("this-service");
    }
}
