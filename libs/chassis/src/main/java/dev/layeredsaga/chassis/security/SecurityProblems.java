package dev.layeredsaga.chassis.security;

import dev.layeredsaga.chassis.problem.CommonProblem;
import dev.layeredsaga.chassis.problem.ProblemWriter;
import dev.layeredsaga.chassis.security.CachingJwtDecoder.UnverifiableTokenException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/**
 * Answers unauthenticated and unauthorized requests (RFC 6750), without revealing what was wrong with the token, and those whose token
 * cannot be verified now.
 */
public final class SecurityProblems implements AuthenticationEntryPoint, AccessDeniedHandler {

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        if (failure instanceof UnverifiableTokenException) {
            ProblemWriter.write(response, CommonProblem.TEMPORARILY_UNAVAILABLE);
            return;
        }
        boolean badToken = failure instanceof OAuth2AuthenticationException;
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, badToken ? "Bearer error=\"invalid_token\"" : "Bearer");
        ProblemWriter.write(response, CommonProblem.UNAUTHENTICATED);
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure)
            throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"insufficient_scope\"");
        ProblemWriter.write(response, CommonProblem.FORBIDDEN);
    }
}
