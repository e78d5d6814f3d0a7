package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Locale;
import java.util.regex.Pattern;

/** Behaviour that requests ask for and that would count as a violation: waiting for an order's end, failing as a gateway does. */
final class DeliberateBehaviour {

    private static final Pattern WAIT = Pattern.compile("wait(\\s*)=(\\s*)\"?\\d+\"?");
    private static final Pattern METHOD = Pattern.compile("pm_(?!ok|declined)\\w+");

    private DeliberateBehaviour() {}

    /** Removes the requests for such behaviour from a request. */
    static void leaveOut(Draft draft, WireRequest request) {
        request.replaceHeaders(line -> WAIT.matcher(line).replaceAll("wait$1=$20"));
        String body = new String(request.body(), ISO_8859_1);
        String name = draft.operation().name().toUpperCase(Locale.ROOT);
        if (name.equals("PUT /FAULTS")) {
            request.replaceBody(body.replace("scenario", "scenari_"));
        } else if (name.equals("PUT /WEBHOOKS")) {
            request.replaceBody(body.replace("url", "ur_"));
        } else if (name.equals("POST /V1/PAYMENTS")) {
            // replaced by a text of the same length, so that Content-Length stays correct
            request.replaceBody(METHOD.matcher(body)
                    .replaceAll(match -> "pm_ok".concat(" ".repeat(match.group().length() - 5))));
        }
    }
}
