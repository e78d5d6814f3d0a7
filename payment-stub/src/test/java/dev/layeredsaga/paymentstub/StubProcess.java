package dev.layeredsaga.paymentstub;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A stub in a separate process that can be killed. */
final class StubProcess implements AutoCloseable {

    private static final Pattern URL = Pattern.compile("http://localhost:\\d+");

    private final Process process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String banner;

    private StubProcess(Process process, String banner) {
        this.process = process;
        this.banner = banner;
    }

    /** Starts a stub on a free port and returns when it listens. */
    static StubProcess start(Path ledger) throws IOException {
        Process process = launch(Map.of("PAYMENT_STUB_PORT", "0", "PAYMENT_STUB_LEDGER", ledger.toString()));
        BufferedReader output = process.inputReader();
        String banner = output.readLine();
        if (banner == null) {
            throw new IOException("the stub did not start: " + errors(process));
        }
        return new StubProcess(process, banner);
    }

    static Process launch(Map<String, String> environment, String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PaymentStubServer.class.getName());
        builder.command().addAll(List.of(arguments));
        builder.environment().putAll(environment);
        return builder.start();
    }

    static String errors(Process process) throws IOException {
        try (var errors = process.errorReader()) {
            return errors.readAllAsString();
        }
    }

    /** Returns the line that the stub prints when it listens. */
    String banner() {
        return banner;
    }

    Reply pay(String key, String order, String method) throws IOException, InterruptedException {
        return send(request("/v1/payments")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(RunningStub.body(order, method))));
    }

    Reply get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    /** Kills the process with SIGKILL and waits for its exit. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Terminates the process and returns its standard error. */
    String stop() throws IOException {
        // ProcessHandle.destroy leaves the streams open, unlike Process.destroy
        process.toHandle().destroy();
        process.onExit().join();
        return errors(process);
    }

    @Override
    public void close() {
        kill();
        client.close();
    }

    private Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return Reply.of(client.send(request.build(), BodyHandlers.ofString()));
    }

    private HttpRequest.Builder request(String path) {
        Matcher url = URL.matcher(banner);
        if (!url.find()) {
            throw new IllegalStateException(banner);
        }
        return HttpRequest.newBuilder(URI.create(url.group() + path)).timeout(Duration.ofSeconds(20));
    }
}
