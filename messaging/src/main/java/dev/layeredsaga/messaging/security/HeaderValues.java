package dev.layeredsaga.messaging.security;

import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/** What may stand in a header. */
public final class HeaderValues {

    private HeaderValues() {}

    /** Spring's firewall, which reads every header with a regular expression, with a loop instead that says the same. */
    public static HttpFirewall firewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setAllowedHeaderValues(HeaderValues::isAllowed);
        return firewall;
    }

    /** Whether all of it is characters that are assigned and, but for the tab, no control characters. */
    static boolean isAllowed(String value) {
        for (int i = 0; i < value.length(); ) {
            int character = value.codePointAt(i);
            if (!isAllowed(character)) {
                return false;
            }
            i += Character.charCount(character);
        }
        return true;
    }

    private static boolean isAllowed(int character) {
        return character == '\t' || (Character.isDefined(character) && !Character.isISOControl(character));
    }
}
