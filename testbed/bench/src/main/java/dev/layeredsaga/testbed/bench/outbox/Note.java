package dev.layeredsaga.testbed.bench.outbox;

/**
 * What is published.
 *
 * @param run tells a message from a late one of an earlier run
 * @param number counts the run's messages, from 0
 * @param sequence counts the run's messages of this key, from 0, in the order of their transactions
 * @param text makes up the size of a command
 */
record Note(int run, int number, int key, int sequence, String text) {}
