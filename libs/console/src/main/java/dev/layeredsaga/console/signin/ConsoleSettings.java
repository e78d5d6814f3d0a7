package dev.layeredsaga.console.signin;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings of the sign-in to the console.
 *
 * @param localSignIn true to sign in a browser that opens a link with a one-time code on this machine; default false
 * @param printLink false if the program that starts the service shows the link itself; default true, to the terminal at start-up
 * @param sessionLifetime how long a session lasts at most, however busy it is; default 8 hours
 * @param sessionsInDatabase true to keep sessions in the tables {@code console_session…}, which the service has to have; default false, in memory
 * @param rolesClaim the claim of an ID token that has the roles; default {@code roles}
 */
@ConfigurationProperties("saga.console")
record ConsoleSettings(
        @DefaultValue("false") boolean localSignIn,
        @DefaultValue("true") boolean printLink,
        @DefaultValue("8h") Duration sessionLifetime,
        @DefaultValue("false") boolean sessionsInDatabase,
        @DefaultValue("roles") String rolesClaim) {

    /** @throws IllegalArgumentException if the lifetime is not positive */
    ConsoleSettings {
        Assert.isTrue(
                sessionLifetime.isPositive(),
                "saga.console.session-lifetime must be positive, but is " + sessionLifetime);
    }
}
