package dev.layeredsaga.orchestrator.console.signin;

import dev.layeredsaga.chassis.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** Signs in, as an operator, whoever opens the link of the one-time code on this machine. Thread-safe. */
public final class LocalSignIn {

    /** A proxy's marks: the request may have come from another machine. */
    private static final List<String> FORWARDED = List.of("Forwarded", "X-Forwarded-For", "X-Real-IP");

    private final OneTimeCode code = OneTimeCode.random();
    private final boolean printsLink;
    private volatile String link = "";

    LocalSignIn(boolean printsLink) {
        this.printsLink = printsLink;
    }

    /** Returns the link that signs in once; empty before the service listens. */
    public String link() {
        return link;
    }

    /** Prints the link to the terminal, unless somebody else shows it. The log may be kept and shipped, so the code is not in it. */
    @EventListener
    void listening(WebServerInitializedEvent event) {
        if (event.getApplicationContext().getServerNamespace() == null) {
            link = code.link(event.getWebServer().getPort());
            if (printsLink) {
                System.out.println("console, once and on this machine only: " + link);
            }
        }
    }

    /** Returns the operator if the code is right, unused, and given on this machine. */
    Optional<Authentication> signIn(HttpServletRequest request, String given) {
        return isLocal(request) && code.use(given) ? Optional.of(operator()) : Optional.empty();
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
                "local-" + System.getProperty("user.name", "operator"),
                "",
                List.of(new SimpleGrantedAuthority(Caller.OPERATOR)));
    }
}
