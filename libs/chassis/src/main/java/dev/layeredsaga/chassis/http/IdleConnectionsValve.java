package dev.layeredsaga.chassis.http;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.AbstractProtocol;

/**
 * Has a connection closed after its response while three quarters of the connections that the service may have are taken. However many
 * clients keep theirs without asking anything, the last quarter is for those that ask. Thread-safe.
 */
public final class IdleConnectionsValve extends ValveBase {

    public IdleConnectionsValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (isCrowded(request)) {
            response.setHeader("Connection", "close");
        }
        getNext().invoke(request, response);
    }

    private static boolean isCrowded(Request request) {
        return request.getConnector().getProtocolHandler() instanceof AbstractProtocol<?> protocol
                && protocol.getConnectionCount() > protocol.getMaxConnections() / 4 * 3L;
    }
}
