package dev.layeredsaga.testbed.bench.console;

import dev.layeredsaga.testbed.bench.service.JsonHttp;
import dev.layeredsaga.testbed.bench.service.JsonHttp.Answer;
import dev.layeredsaga.testbed.process.ServiceProcess;
import java.net.URI;
import java.util.Objects;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/** An operator who has signed in to a console. Connections are kept alive. Thread-safe. */
final class Session {

    private static final Pattern LINK = Pattern.compile("http://localhost:\\d+(/console/sign-in\\?code=\\S+)");

    private final JsonHttp http;

    private Session(URI console, String cookie) {
        http = new JsonHttp(console, HttpHeaders.COOKIE, cookie);
    }

    /** Signs in by the link that the orchestrator has printed at its latest start. */
    static Session of(ServiceProcess orchestrator) {
        orchestrator.awaitOutput("/console/sign-in?code=");
        String link = LINK.matcher(orchestrator.output())
                .results()
                .map(match -> match.group(1))
                .reduce((earlier, latest) -> latest)
                .orElseThrow();
        Answer signedIn = new JsonHttp(orchestrator.url(), HttpHeaders.ACCEPT, "*/*")
                .send("GET", link)
                .expect(200);
        String cookie = Objects.requireNonNull(signedIn.headers().getFirst(HttpHeaders.SET_COOKIE), "no cookie");
        return new Session(orchestrator.url(), cookie.split(";", 2)[0]);
    }

    /** Returns the page. */
    String page(String path) {
        return http.send("GET", path).expect(200).content();
    }

    /** Asks for a part of a page as htmx does; with status 304 and no body if it still has the tag. */
    Answer part(String path, String knownTag) {
        String[] headers = knownTag.isEmpty()
                ? new String[] {"HX-Request", "true"}
                : new String[] {"HX-Request", "true", HttpHeaders.IF_NONE_MATCH, knownTag};
        Answer answer = http.send("GET", path, headers);
        return answer.status() == 304 ? answer : answer.expect(200);
    }
}
