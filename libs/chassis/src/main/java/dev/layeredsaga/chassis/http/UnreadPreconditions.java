package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a request with a precondition that its controller does not read: to change something all the same is not what the client wants.
 * A controller's method reads those headers that are its parameters.
 */
public final class UnreadPreconditions implements HandlerInterceptor {

    private static final Set<String> CHANGING = Set.of("POST", "PUT", "PATCH", "DELETE");
    private static final List<String> PRECONDITIONS =
            List.of(HttpHeaders.IF_MATCH, HttpHeaders.IF_NONE_MATCH, HttpHeaders.IF_UNMODIFIED_SINCE);

    /** @throws ProblemException {@code VALIDATION_FAILED} if there is such a header */
    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (CHANGING.contains(request.getMethod()) && handler instanceof HandlerMethod method) {
            PRECONDITIONS.stream()
                    .filter(header -> request.getHeader(header) != null && !reads(method, header))
                    .findFirst()
                    .ifPresent(header -> {
                        throw ProblemException.invalid(header, "is no precondition of this request");
                    });
        }
        return true;
    }

    private static boolean reads(HandlerMethod method, String header) {
        return Arrays.stream(method.getMethodParameters())
                .map(parameter -> parameter.getParameterAnnotation(RequestHeader.class))
                .filter(Objects::nonNull)
                .anyMatch(parameter -> header.equals(parameter.name()));
    }
}
