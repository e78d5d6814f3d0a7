package dev.layeredsaga.testbed.bench.measure;

import java.io.IOException;

/** The disk that everything measured here writes to. */
public final class Disk {

    private Disk() {}

    /**
     * Waits until all data written so far, by any process, is on the disk: gigabytes left by one run would otherwise be written
     * during the next.
     */
    public static void settle() throws IOException, InterruptedException {
        int status = new ProcessBuilder("sync").inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException("sync ended with status " + status);
        }
    }
}
