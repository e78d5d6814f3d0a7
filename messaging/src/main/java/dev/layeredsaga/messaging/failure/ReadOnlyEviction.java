package dev.layeredsaga.messaging.failure;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Removes connections from the pool whose server takes no writes any more, because it has become a standby (SQLSTATE 25006). Hikari
 * by itself would keep them, as they work. Stateless.
 */
public final class ReadOnlyEviction implements SQLExceptionOverride {

    private static final String READ_ONLY_TRANSACTION = "25006";

    @java.lang.Override
    public Override adjudicate(SQLException failure) {
        return READ_ONLY_TRANSACTION.equals(failure.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    }
}
