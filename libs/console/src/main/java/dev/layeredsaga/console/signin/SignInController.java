package dev.layeredsaga.console.signin;

import dev.layeredsaga.console.ConsoleController;
import dev.layeredsaga.console.Message;
import dev.layeredsaga.console.Pages;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Signing in over HTTP. */
@ConsoleController
class SignInController {

    private static final String USED =
            "This link has been used, is not the latest, or was not opened on the machine that"
                    + " the service runs on. A restart prints another.";

    private final Pages pages;
    private final Issuers issuers;
    private final @Nullable LocalSignIn local;
    private final SecurityContextRepository sessions = new HttpSessionSecurityContextRepository();

    SignInController(Pages pages, Issuers issuers, ObjectProvider<LocalSignIn> local) {
        this.pages = pages;
        this.issuers = issuers;
        this.local = local.getIfAvailable();
    }

    @GetMapping("/console/sign-in")
    ResponseEntity<String> signIn(
            @RequestParam(required = false) @Nullable String code,
            @RequestParam(required = false) @Nullable String failed,
            HttpServletRequest request,
            HttpServletResponse response) {
        if (code == null) {
            return ways(HttpStatus.OK, failed == null ? null : "The sign-in did not succeed. Try again.");
        }
        Optional<Authentication> caller = local == null ? Optional.empty() : local.signIn(request, code);
        if (caller.isEmpty()) {
            return ways(HttpStatus.FORBIDDEN, USED);
        }
        begin(caller.get(), request, response);
        return signedIn();
    }

    /**
     * A page that goes on by itself. A redirect would not do: the browser came from another place, and keeps a strict cookie from
     * every request that such a visit leads to, redirected ones included.
     */
    @GetMapping("/console/signed-in")
    ResponseEntity<String> signedIn() {
        return pages.page(
                HttpStatus.OK,
                "console/signedIn.jte",
                new Message("Signed in", "You are signed in.", "/console", "To the first screen"));
    }

    private ResponseEntity<String> ways(HttpStatus status, @Nullable String problem) {
        return pages.page(status, "console/signIn.jte", new SignInPage(problem, issuers.links(), local != null));
    }

    /** Begins a session of its own, whatever the browser had before. */
    private void begin(Authentication caller, HttpServletRequest request, HttpServletResponse response) {
        HttpSession before = request.getSession(false);
        if (before != null) {
            before.invalidate();
        }
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(caller);
        sessions.saveContext(context, request, response);
    }
}
