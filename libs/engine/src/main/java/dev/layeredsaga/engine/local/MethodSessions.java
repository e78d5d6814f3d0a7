package dev.layeredsaga.engine.local;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.hibernate.Session;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Hibernate sessions of one method, in place of those of its transaction and on the same connection: a session in which a flush has failed, or
 * whose rows have been rolled back, cannot be used any more. Used by the transaction's thread only.
 */
final class MethodSessions {

    private static final boolean WITH_JPA = ClassUtils.isPresent(
            "org.springframework.orm.jpa.EntityManagerHolder", MethodSessions.class.getClassLoader());

    private final Map<Object, Object> outer = new HashMap<>();
    private final Map<Object, Session> own = new HashMap<>();

    /** Flushes the transaction's sessions; the method has its own from now on. */
    static MethodSessions begin(JdbcTemplate jdbc) {
        MethodSessions sessions = new MethodSessions();
        if (WITH_JPA) {
            Map.copyOf(TransactionSynchronizationManager.getResourceMap()).forEach((factory, resource) -> {
                if (resource instanceof EntityManagerHolder holder) {
                    sessions.replace(factory, holder, jdbc);
                }
            });
        }
        return sessions;
    }

    private void replace(Object factory, EntityManagerHolder holder, JdbcTemplate jdbc) {
        Session session = holder.getEntityManager().unwrap(Session.class);
        if (session.isJoinedToTransaction()) {
            session.flush();
            Session replacement = Objects.requireNonNull(
                    jdbc.execute((ConnectionCallback<Session>) connection -> session.getSessionFactory()
                            .withOptions()
                            .connection(connection)
                            .openSession()));
            replacement.beginTransaction();
            own.put(factory, replacement);
            outer.put(factory, TransactionSynchronizationManager.unbindResource(factory));
            TransactionSynchronizationManager.bindResource(factory, new Joined(replacement));
        }
    }

    /** Takes part in the transaction, for Spring. */
    private static final class Joined extends EntityManagerHolder {

        Joined(Session session) {
            super(session);
            setTransactionActive(true);
            setSynchronizedWithTransaction(true);
        }
    }

    /** Writes what the method has changed. A loop, because a lambda would need Hibernate's class without any session. */
    void flush() {
        for (Session session : own.values()) {
            session.flush();
        }
    }

    /** Puts those of the transaction back in their place. */
    void end() {
        if (WITH_JPA) {
            putBack();
        }
    }

    private void putBack() {
        outer.forEach((factory, holder) -> {
            TransactionSynchronizationManager.unbindResource(factory);
            TransactionSynchronizationManager.bindResource(factory, holder);
        });
        for (Session session : own.values()) {
            // or it would wait for the end of its transaction, which never comes
            session.getTransaction().setRollbackOnly();
            session.close();
        }
    }
}
