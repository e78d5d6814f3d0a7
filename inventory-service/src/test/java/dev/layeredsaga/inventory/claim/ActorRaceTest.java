package dev.layeredsaga.inventory.claim;

/** Actors exclude the callers of one instance from each other; between the two instances, PostgreSQL decides. */
class ActorRaceTest extends RaceContract {

    ActorRaceTest() {
        super("actor");
    }
}
