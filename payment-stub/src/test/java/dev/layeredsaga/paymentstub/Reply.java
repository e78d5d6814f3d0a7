package dev.layeredsaga.paymentstub;

import java.net.http.HttpResponse;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A response of the stub. */
record Reply(int status, HttpResponse<String> response) {

    private static final JsonMapper JSON = new JsonMapper();

    static Reply of(HttpResponse<String> response) {
        return new Reply(response.statusCode(), response);
    }

    String body() {
        return response.body();
    }

    String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    JsonNode json() {
        return JSON.readTree(body());
    }

    /** Returns the text of this field, empty if there is none. */
    String text(String field) {
        return json().path(field).asString("");
    }

    /** Returns the text of this field of every object in the array. */
    List<String> texts(String array, String field) {
        return json().path(array).values().stream()
                .map(element -> element.path(field).asString(""))
                .toList();
    }

    String code() {
        return text("code");
    }
}
