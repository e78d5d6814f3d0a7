package dev.layeredsaga.chassis.startup;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.util.Assert;

/** A server's host and port. */
record Endpoint(String host, int port) {

    private static final Pattern HOST_AND_PORT = Pattern.compile("([^:/@\\s]+|\\[[0-9a-fA-F:]+])(?::(\\d{1,5}))?");
    private static final int HIGHEST_PORT = 65_535;

    /** @throws IllegalArgumentException if the text is not {@code host:port} */
    static Endpoint parse(String text) {
        return parse(text, -1);
    }

    /**
     * @param defaultPort the port if the text has none
     * @throws IllegalArgumentException if the text is not {@code host} or {@code host:port}
     */
    static Endpoint parse(String text, int defaultPort) {
        Matcher matcher = HOST_AND_PORT.matcher(text.strip());
        Assert.isTrue(matcher.matches(), "not host:port");
        int port = matcher.group(2) == null ? defaultPort : Integer.parseInt(matcher.group(2));
        Assert.isTrue(port >= 1 && port <= HIGHEST_PORT, "not host:port");
        return new Endpoint(matcher.group(1), port);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
