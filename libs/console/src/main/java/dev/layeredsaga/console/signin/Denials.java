package dev.layeredsaga.console.signin;

import dev.layeredsaga.console.Message;
import dev.layeredsaga.console.Pages;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/** Sends people without a session to the sign-in, and shows a page to those without the role. Scripts get the status alone. */
final class Denials implements AuthenticationEntryPoint, AccessDeniedHandler {

    private final Pages pages;

    Denials(Pages pages) {
        this.pages = pages;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        signIn(request, response);
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure)
            throws IOException {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        if (caller == null || caller instanceof AnonymousAuthenticationToken) {
            signIn(request, response);
            return;
        }
        if (isScript(request)) {
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        } else {
            pages.write(
                    response,
                    HttpStatus.FORBIDDEN,
                    new Message(
                            "Not permitted",
                            "You are signed in as " + caller.getName() + ", who may not do this.",
                            "/console",
                            "To the first screen"));
        }
    }

    private static void signIn(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (isScript(request) || !request.getMethod().equals("GET")) {
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        } else {
            response.sendRedirect("/console/sign-in");
        }
    }

    private static boolean isScript(HttpServletRequest request) {
        return request.getHeader("HX-Request") != null;
    }
}
