package dev.layeredsaga.testbed.bench.measure;

import java.io.IOException;

/** The disk that everything measured here writes to. */
public final class Disk {

    private Disk() {}

    /**
     * Waits until all that has been written so far, by whomever, is on the disk: gigabytes that one run leaves behind would be
     * written during the next.
     */
    public static void settle() throws IOException, InterruptedException {
        int status = new ProcessBuilder("sync").inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException("sync ended with status " + status);
        }
    }
}
