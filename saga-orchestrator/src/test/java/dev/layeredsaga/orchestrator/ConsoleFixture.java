package dev.layeredsaga.orchestrator;

import dev.layeredsaga.console.signin.LocalSignIn;
import java.util.Arrays;
import java.util.stream.Stream;

/** An orchestrator whose console is open: by a link, and to the users of an issuer. It runs until the JVM ends. */
final class ConsoleFixture {

    static final String TRACES = "http://traces.example/trace/";

    private static final TestIssuer ISSUER = TestIssuer.start();
    private static final OrchestratorInstance INSTANCE = another();

    private ConsoleFixture() {}

    /** Starts another such instance. */
    static OrchestratorInstance another() {
        return OrchestratorInstance.start(Stream.of(
                        Stream.of(
                                "--saga.console.local-sign-in=true",
                                "--saga.console.trace-url=" + TRACES + "{traceId}"),
                        Arrays.stream(ISSUER.settings()),
                        ConsolePeers.settings())
                .flatMap(settings -> settings)
                .toArray(String[]::new));
    }

    static String url(String path) {
        return "http://127.0.0.1:" + INSTANCE.api().port() + path;
    }

    /** The link with the one-time code. */
    static String link() {
        return INSTANCE.bean(LocalSignIn.class).link();
    }

    static Api api() {
        return INSTANCE.api();
    }

    static OrchestratorInstance instance() {
        return INSTANCE;
    }

    /** Makes everybody who signs in with the issuer from now on this user. */
    static void issuerKnows(String user, String... roles) {
        ISSUER.knows(user, roles);
    }

    /** A browser in which this user has signed in with the issuer. */
    static ConsoleBrowser browserOf(String user, String... roles) {
        issuerKnows(user, roles);
        ConsoleBrowser browser = new ConsoleBrowser();
        browser.signIn();
        return browser;
    }
}
