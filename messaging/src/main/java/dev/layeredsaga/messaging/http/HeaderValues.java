package dev.layeredsaga.messaging.http;

/** The values that headers may have: what Spring's firewall allows, without its regular expressions. */
final class HeaderValues {

    private HeaderValues() {}

    /** Returns true if all of it is characters that are assigned and, but for the tab, no control characters. */
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
