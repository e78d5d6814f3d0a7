package dev.layeredsaga.orchestrator;

/** The console's pages, each with something on it. What customers and services have written is long and has no spaces. */
enum ConsolePage {
    SIGN_IN,
    SIGN_IN_FAILED,
    FIRST_SCREEN,
    SAGAS,
    SAGAS_OF_A_WRONG_FILTER,
    RUNNING_SAGA,
    STUCK_SAGA,
    SAGA_STUCK_ON_ITS_REFUND,
    ENDED_SAGA,
    NO_SAGA,
    REFUNDS,
    DEAD_LETTERS,
    DEAD_LETTERS_OF_A_FILTER,
    DEAD_LETTER,
    LOCKS,
    CLAIMS,
    CLAIM,
    DEMO;

    void openIn(ConsoleTab tab) {
        tab.open(path(Content.SHOWN));
    }

    private String path(Content content) {
        return switch (this) {
            case SIGN_IN -> "/console/sign-in";
            case SIGN_IN_FAILED -> "/console/sign-in?failed=yes";
            case FIRST_SCREEN -> "/console";
            case SAGAS -> "/console/sagas";
            case SAGAS_OF_A_WRONG_FILTER -> "/console/sagas?status=GONE";
            case RUNNING_SAGA -> saga(content.running);
            case STUCK_SAGA -> saga(content.stuck);
            case SAGA_STUCK_ON_ITS_REFUND -> saga(content.stuckOnItsRefund);
            case ENDED_SAGA -> saga(content.declined);
            case NO_SAGA -> "/console/sagas/" + Content.LONG;
            case REFUNDS -> "/console/refunds";
            case DEAD_LETTERS -> "/console/dead-letters";
            case DEAD_LETTERS_OF_A_FILTER -> "/console/dead-letters?reason=" + Content.LONG;
            case DEAD_LETTER -> "/console/dead-letters/" + content.letter;
            case LOCKS -> "/console/locks";
            case CLAIMS -> "/console/claims";
            case CLAIM -> "/console/claims/" + InventoryAnswers.CLAIM;
            case DEMO -> "/console/demo";
        };
    }

    private static String saga(PlacedOrder order) {
        return "/console/sagas/" + order.id();
    }

    private static final class Content {
        static final String LONG = "long".repeat(40);
        static final Content SHOWN = new Content();

        final PlacedOrder running = StuckOrder.waiting(LONG);
        final PlacedOrder stuck = StuckOrder.stuck(LONG, LONG);
        final PlacedOrder stuckOnItsRefund = ShopOrder.stuckOnItsRefund("mina", LONG);
        final PlacedOrder declined = ShopOrder.declined("mina", LONG);
        final String letter = WrittenLetter.of("{\"note\": \"" + LONG + "\"}", LONG);

        Content() {
            InventoryAnswers.give(running.id(), LONG);
            ShopOrder.owedARefund("mina", LONG);
        }
    }
}
