package dev.layeredsaga.testbed.bench.outbox;

/**
 * A published message.
 *
 * @param run the run's number, which identifies late messages of an earlier run
 * @param number counts the run's messages, from 0
 * @param sequence counts the run's messages of this key, from 0, in the order of their transactions
 * @param text pads the message to the size of a command
 */
record Note(int run, int number, int key, int sequence, String text) {}
