package dev.layeredsaga.messaging.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/** Answers those who may not (RFC 6750), without telling what was wrong with their token. */
public final class SecurityProblems implements AuthenticationEntryPoint, AccessDeniedHandler {

    private static final String UNAUTHENTICATED = """
            {"title":"Unauthorized","status":401,\
            "detail":"A valid bearer token is required.","code":"UNAUTHENTICATED"}""";
    private static final String FORBIDDEN = """
            {"title":"Forbidden","status":403,\
            "detail":"The bearer token does not allow this.","code":"FORBIDDEN"}""";

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        boolean badToken = failure instanceof OAuth2AuthenticationException;
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, badToken ? "Bearer error=\"invalid_token\"" : "Bearer");
        write(response, 401, UNAUTHENTICATED);
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure)
            throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"insufficient_scope\"");
        write(response, 403, FORBIDDEN);
    }

    private static void write(HttpServletResponse response, int status, String problem) throws IOException {
        byte[] body = problem.getBytes(UTF_8);
        response.setStatus(status);
        response.setContentType("application/problem+json");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
