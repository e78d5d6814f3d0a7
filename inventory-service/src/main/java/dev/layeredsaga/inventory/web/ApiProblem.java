package dev.layeredsaga.inventory.web;

import dev.layeredsaga.chassis.http.ProblemCode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** An error response, thrown by a controller. Immutable. */
public final class ApiProblem extends RuntimeException {

    private final ProblemCode code;
    private final transient Map<String, Object> properties;
    private final int retryAfterSeconds;

    private ApiProblem(ProblemCode code, Map<String, Object> properties, int retryAfterSeconds) {
        super(code.detail(), null, false, false);
        this.code = code;
        this.properties = properties;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    public static ApiProblem of(ProblemCode code) {
        return new ApiProblem(code, Map.of(), 0);
    }

    /** Returns a copy with a further property. */
    public ApiProblem with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(properties);
        more.put(name, value);
        return new ApiProblem(code, more, retryAfterSeconds);
    }

    /** Returns a copy with a {@code Retry-After} header. */
    public ApiProblem retryAfter(int seconds) {
        return new ApiProblem(code, properties, seconds);
    }

    ResponseEntity<Object> toResponse() {
        HttpHeaders headers = new HttpHeaders();
        if (retryAfterSeconds > 0) {
            headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(retryAfterSeconds));
        }
        return new ResponseEntity<>(body(), headers, code.status());
    }

    private ProblemDetail body() {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(code.status(), code.detail());
        problem.setType(code.type());
        problem.setProperty("code", code.name());
        properties.forEach(problem::setProperty);
        return problem;
    }
}
