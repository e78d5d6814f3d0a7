package dev.layeredsaga.inventory.claim;

/** An actor keeps the callers of one instance apart; between the two, PostgreSQL decides. */
class ActorRaceTest extends RaceContract {

    ActorRaceTest() {
        super("actor");
    }
}
