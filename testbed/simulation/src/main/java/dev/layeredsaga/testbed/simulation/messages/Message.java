package dev.layeredsaga.testbed.simulation.messages;

/**
 * A message in a topic.
 *
 * @param id the same however often it is sent
 * @param order the number of the order that it is about
 */
public record Message(String id, String topic, String key, long order, Object payload) {

    @Override
    public String toString() {
        String what = payload.toString();
        int details = what.indexOf('[');
        return (details < 0 ? what : what.substring(0, details)) + " of " + key;
    }
}
