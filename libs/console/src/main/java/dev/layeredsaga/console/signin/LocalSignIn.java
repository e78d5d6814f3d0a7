package dev.layeredsaga.console.signin;

import dev.layeredsaga.chassis.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authentication.ott.GenerateOneTimeTokenRequest;
import org.springframework.security.authentication.ott.InMemoryOneTimeTokenService;
import org.springframework.security.authentication.ott.OneTimeTokenAuthenticationToken;
import org.springframework.security.authentication.ott.OneTimeTokenService;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** Signs in, as an operator, the user who opens the link of the one-time code on this machine. Thread-safe. */
public final class LocalSignIn {

    private static final String NAME = "local-" + System.getProperty("user.name", "operator");

    /** A proxy's marks: the request may have come from another machine. */
    private static final List<String> FORWARDED = List.of("Forwarded", "X-Forwarded-For", "X-Real-IP");

    /** For longer than any instance runs. */
    private static final Duration VALID = Duration.ofDays(3650);

    private final OneTimeTokenService codes = new InMemoryOneTimeTokenService();
    private final boolean printsLink;
    private volatile String link = "";

    LocalSignIn(boolean printsLink) {
        this.printsLink = printsLink;
    }

    /** Returns the link that signs in once; empty before the service listens. */
    public String link() {
        return link;
    }

    /** Prints the link to the terminal, unless another program shows it. The log may be kept and shipped, so the code is not in it. */
    @EventListener
    void listening(WebServerInitializedEvent event) {
        if (event.getApplicationContext().getServerNamespace() == null) {
            link = "http://localhost:" + event.getWebServer().getPort() + "/console/sign-in?code="
                    + codes.generate(new GenerateOneTimeTokenRequest(NAME, VALID))
                            .getTokenValue();
            if (printsLink) {
                System.out.println("console, once and on this machine only: " + link);
            }
        }
    }

    /** Returns the operator if the code is right, unused, and given on this machine. */
    Optional<Authentication> signIn(HttpServletRequest request, String given) {
        return isLocal(request) && codes.consume(new OneTimeTokenAuthenticationToken(given)) != null
                ? Optional.of(operator())
                : Optional.empty();
    }

    private static boolean isLocal(HttpServletRequest request) {
        try {
            return InetAddress.getByName(request.getRemoteAddr()).isLoopbackAddress()
                    && FORWARDED.stream().allMatch(name -> request.getHeader(name) == null);
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static Authentication operator() {
        return UsernamePasswordAuthenticationToken.authenticated(
                NAME, "", List.of(new SimpleGrantedAuthority(Caller.OPERATOR)));
    }
}
