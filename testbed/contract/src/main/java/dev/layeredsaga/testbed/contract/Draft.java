package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.contract.Operation.Parameter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Builder of a request. */
final class Draft {

    private static final Pattern UNSENDABLE = Pattern.compile("[^\\x20-\\x7e]");

    /** A value of a parameter; a parameter may have several. */
    record Value(Parameter parameter, String text) {}

    private final Operation operation;
    private final List<Value> values = new ArrayList<>();
    private byte @Nullable [] body;
    private @Nullable String contentType;
    private @Nullable String accept;
    private @Nullable String otherToken;
    private boolean unfit;

    Draft(Operation operation) {
        this.operation = operation;
    }

    Operation operation() {
        return operation;
    }

    void add(Parameter parameter, String text) {
        values.add(new Value(parameter, text));
    }

    void remove(Parameter parameter) {
        values.removeIf(value -> value.parameter().equals(parameter));
    }

    void body(byte @Nullable [] json, @Nullable String type) {
        body = json;
        contentType = type;
    }

    byte @Nullable [] body() {
        return body;
    }

    void accept(String type) {
        accept = type;
    }

    /** Sends this token in place of a valid one; none if it is empty. */
    void token(String other) {
        otherToken = other;
    }

    /** Marks the request as one that the specification does not allow. */
    void markUnfit() {
        unfit = true;
    }

    boolean isUnfit() {
        return unfit;
    }

    HttpRequest toRequest(URI service, String goodToken) {
        String token = otherToken == null ? goodToken : otherToken;
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service + path() + query()))
                .timeout(Duration.ofSeconds(20))
                .method(operation.method(), body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        in("header").forEach(header -> request.header(header.parameter().name(), header.text()));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (contentType != null) {
            request.header("Content-Type", contentType);
        }
        if (accept != null) {
            request.header("Accept", accept);
        }
        return request.build();
    }

    private List<Value> in(String place) {
        return values.stream().filter(value -> value.parameter().isIn(place)).toList();
    }

    private String path() {
        String path = operation.path();
        for (Value value : in("path")) {
            path = path.replace("{" + value.parameter().name() + "}", encoded(value.text()));
        }
        return path;
    }

    private String query() {
        String query = in("query").stream()
                .map(value -> value.parameter().name() + "=" + encoded(value.text()))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? "" : "?" + query;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    /** Returns the text as it can be sent: visible ASCII in a header, without unpaired surrogates elsewhere. */
    static String sendable(Parameter parameter, String text) {
        return parameter.isIn("header")
                ? UNSENDABLE.matcher(text).replaceAll("?").strip()
                : new String(text.getBytes(UTF_8), UTF_8);
    }

    @Override
    public String toString() {
        return operation.name() + " " + path() + query() + " " + in("header") + " " + contentType + " accept " + accept
                + (otherToken == null ? "" : " token '" + otherToken + "'") + " "
                + (body == null ? "" : new String(body, UTF_8));
    }
}
