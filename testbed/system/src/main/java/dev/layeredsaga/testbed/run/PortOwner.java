package dev.layeredsaga.testbed.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The process that listens on a TCP port, where the system shows it: on Linux, for processes of the same user. */
record PortOwner(long pid, String program) {

    private static final Path PROC = Path.of("/proc");
    private static final String LISTENING = "0A";

    // columns of /proc/net/tcp
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    static Optional<PortOwner> of(int port) {
        Set<String> sockets = Stream.of("tcp", "tcp6")
                .flatMap(table -> listening(PROC.resolve("net").resolve(table), port))
                .collect(Collectors.toSet());
        return sockets.isEmpty()
                ? Optional.empty()
                : ProcessHandle.allProcesses()
                        .filter(process -> hasOneOf(sockets, process))
                        .findFirst()
                        .map(process -> new PortOwner(
                                process.pid(), process.info().command().orElse("unknown program")));
    }

    private static Stream<String> listening(Path table, int port) {
        try {
            return Files.readAllLines(table).stream()
                    .map(line -> line.strip().split("\\s+", -1))
                    .filter(columns -> columns.length > INODE
                            && columns[LOCAL_ADDRESS].endsWith(":%04X".formatted(port))
                            && columns[STATE].equals(LISTENING))
                    .map(columns -> "socket:[" + columns[INODE] + "]");
        } catch (IOException e) {
            return Stream.empty(); // not Linux
        }
    }

    private static boolean hasOneOf(Set<String> sockets, ProcessHandle process) {
        Path open = PROC.resolve(Long.toString(process.pid())).resolve("fd");
        try (Stream<Path> files = Files.list(open)) {
            return files.anyMatch(file -> sockets.contains(target(file)));
        } catch (IOException | UncheckedIOException e) {
            return false; // another user's, or it has ended
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    @Override
    public String toString() {
        return "process " + pid + " (" + program + ")";
    }
}
