package dev.layeredsaga.testbed.bench.outbox;

import java.util.List;
import java.util.stream.IntStream;

/** The number of messages and their number per transaction. Each key belongs to one thread, so that its order is known. */
record Workload(String name, int messages, int perTransaction) {

    static final int THREADS = 4;

    /** About as many messages as a saga causes in one service. */
    private static final int MESSAGES_PER_KEY = 5;

    private static final String TEXT = "a command of some two hundred bytes; ".repeat(5);

    int keys() {
        return messages / MESSAGES_PER_KEY;
    }

    int transactionsPerThread() {
        return messages / THREADS / perTransaction;
    }

    List<Note> transaction(int run, int thread, int transaction) {
        int first = transaction * perTransaction;
        return IntStream.range(first, first + perTransaction)
                .mapToObj(index -> note(run, thread, index))
                .toList();
    }

    private Note note(int run, int thread, int index) {
        int keysPerThread = keys() / THREADS;
        int key = thread + THREADS * (index % keysPerThread);
        return new Note(run, thread + THREADS * index, key, index / keysPerThread, TEXT);
    }
}
