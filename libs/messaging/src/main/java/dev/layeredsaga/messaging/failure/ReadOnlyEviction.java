package dev.layeredsaga.messaging.failure;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Evicts pooled connections whose server has become a read-only standby (SQLSTATE 25006). Hikari alone would keep them, because
 * they still answer. Stateless.
 */
public final class ReadOnlyEviction implements SQLExceptionOverride {

    private static final String READ_ONLY_TRANSACTION = "25006";

    @java.lang.Override
    public Override adjudicate(SQLException failure) {
        return READ_ONLY_TRANSACTION.equals(failure.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    }
}
