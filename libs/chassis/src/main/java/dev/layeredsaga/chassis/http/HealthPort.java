package dev.layeredsaga.chassis.http;

import dev.layeredsaga.chassis.problem.ProblemCode;
import dev.layeredsaga.chassis.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Connector;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.util.Assert;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * A port that serves only {@code /actuator/health} and the paths below it, with its own connections and threads, so that health
 * answers even while clients occupy all others. Plain HTTP, one request per connection, and the same access rules as on the
 * service's port.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class HealthPort extends OncePerRequestFilter {

    private static final String HEALTH = "/actuator/health";

    private enum Elsewhere implements ProblemCode {
        NOT_FOUND;

        @Override
        public HttpStatus status() {
            return HttpStatus.NOT_FOUND;
        }

        @Override
        public String detail() {
            return "This port answers below /actuator/health only.";
        }
    }

    private final int port;
    private final @Nullable String address;

    /**
     * @param address the address that it listens at; null for all
     * @throws IllegalArgumentException if the port is not from 1 to 65535
     */
    public HealthPort(int port, @Nullable String address) {
        Assert.isTrue(port >= 1 && port <= 65_535, "http.health-port must be from 1 to 65535, but is " + port);
        this.port = port;
        this.address = address;
    }

    /** Returns the connector for the port, with few and short-lived connections. */
    public Connector connector() {
        Connector connector = new Connector();
        connector.setPort(port);
        if (address != null) {
            connector.setProperty("address", address);
        }
        connector.setProperty("maxThreads", "4");
        connector.setProperty("minSpareThreads", "1");
        connector.setProperty("maxConnections", "50");
        connector.setProperty("acceptCount", "50");
        connector.setProperty("connectionTimeout", "2000");
        connector.setProperty("maxKeepAliveRequests", "1");
        return connector;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String path = request.getRequestURI();
        boolean isHealth = path.equals(HEALTH) || path.startsWith(HEALTH + "/");
        if (request.getLocalPort() == port && !isHealth) {
            ProblemWriter.write(response, Elsewhere.NOT_FOUND);
        } else {
            chain.doFilter(request, response);
        }
    }
}
