package dev.layeredsaga.console.signin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page for people who are not signed in.
 *
 * @param problem why they are not, if they have just tried
 * @param issuers whom they may sign in with
 * @param local true if a link with a one-time code has been printed
 */
public record SignInPage(@Nullable String problem, List<Issuer> issuers, boolean local) {

    /** @param href where to begin */
    public record Issuer(String name, String href) {}
}
