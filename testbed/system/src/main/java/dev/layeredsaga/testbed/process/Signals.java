package dev.layeredsaga.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Signals to other processes. */
public final class Signals {

    private Signals() {}

    /**
     * Sends a signal. Those that have ended meanwhile are passed over.
     *
     * @param name such as STOP
     * @return false if not all of them could be reached
     */
    public static boolean send(String name, List<Long> processes) {
        if (processes.isEmpty()) {
            return true;
        }
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        processes.forEach(process -> command.add(Long.toString(process)));
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
