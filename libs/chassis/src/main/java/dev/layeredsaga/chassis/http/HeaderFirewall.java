package dev.layeredsaga.chassis.http;

/** Checks header values by the rules of Spring's firewall, without its regular expressions. */
final class HeaderFirewall {

    private HeaderFirewall() {}

    /** Returns true if every character is assigned and, except for the tab, not a control character. */
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
