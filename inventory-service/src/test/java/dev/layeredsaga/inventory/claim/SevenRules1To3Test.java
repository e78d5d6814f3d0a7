package dev.layeredsaga.inventory.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.section.LockTimeoutException;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;
import tools.jackson.databind.node.ObjectNode;

/** Rules 1 to 3: the conditions for setting and clearing the semantic lock, and the cases in which it must be cleared. */
class SevenRules1To3Test extends SevenRules {

    @Nested
    class Rule1ItIsSetAndClearedInsideTheRLock {

        @Test
        void isNotSetWhileSomeoneElseHasTheRLock() throws Exception {
            RLock elsewhere = rival.lock(seat);
            assertThat(inventory.claim("alice", seat).code()).isEqualTo("CONTENTION");
            assertThatExceptionOfType(LockTimeoutException.class).isThrownBy(() -> saga.claim(neighbour, seat));
            isFree(seat);
            isFree(neighbour);
            elsewhere.unlock();
            assertThat(inventory.claim("alice", seat).status()).isEqualTo(201);
        }

        @Test
        void isNotClearedByItsHolderWhileSomeoneElseHasTheRLock() throws Exception {
            Answer claim = inventory.claim("alice", seat);
            RLock elsewhere = rival.lock(seat);
            assertThat(inventory.confirm(claim).code()).isEqualTo("CONTENTION");
            assertThat(inventory.release(claim).code()).isEqualTo("CONTENTION");
            assertThat(inventory.extend(claim, 3600).code()).isEqualTo("CONTENTION");
            belongsTo("alice", seat);
            elsewhere.unlock();
            assertThat(inventory.confirm(claim).status()).isEqualTo(200);
        }

        @Test
        void isNotClearedByTheReaperWhileSomeoneElseHasTheRLock() throws Exception {
            inventory.claim("alice", seat);
            time.advance(PAST_ITS_TIME);
            RLock elsewhere = rival.lock(seat);
            assertThat(reaper.reap()).isZero();
            belongsTo("alice", seat);
            elsewhere.unlock();
            assertThat(reaper.reap()).isOne();
        }

        @Test
        void isNotTakenOverWhileSomeoneElseHasTheRLockOfTheOrphansOtherSeat() throws Exception {
            inventory.claim("orphan", seat, neighbour);
            time.advance(PAST_ITS_TIME);
            RLock elsewhere = rival.lock(neighbour);
            assertThat(inventory.claim("bob", seat).code()).isEqualTo("CONTENTION");
            belongsTo("orphan", seat);
            elsewhere.unlock();
            assertThat(inventory.claim("bob", seat).status()).isEqualTo(201);
        }

        @Test
        void isNotClearedByTheSagasUndoWhileSomeoneElseHasTheRLock() throws Exception {
            saga.claim(seat);
            RLock elsewhere = rival.lock(seat);
            assertThatExceptionOfType(LockTimeoutException.class).isThrownBy(saga::undo);
            belongsTo(saga.id().toString(), seat);
            elsewhere.unlock();
            saga.undo();
            isFree(seat);
        }
    }

    @Nested
    class Rule2TheOwnerIsVerifiedBeforeItIsCleared {

        @Test
        void staysWithItsOwnerWhenTheTokenIsWrong() {
            Answer forged = withAnotherToken(inventory.claim("alice", seat));
            assertThat(inventory.confirm(forged).code()).isEqualTo("CLAIM_LOST");
            assertThat(inventory.extend(forged, 3600).code()).isEqualTo("CLAIM_LOST");
            assertThat(inventory.release(forged).code()).isEqualTo("CLAIM_LOST");
            belongsTo("alice", seat);
        }

        @Test
        void staysWithItsNewOwnerWhenTheOldOneComesBack() {
            Answer old = inventory.claim("alice", seat);
            time.advance(PAST_ITS_TIME);
            inventory.claim("bob", seat);
            assertThat(inventory.confirm(old).code()).isEqualTo("CLAIM_LOST");
            assertThat(inventory.release(old).code()).isEqualTo("CLAIM_LOST");
            belongsTo("bob", seat);
        }

        @Test
        void staysWithItsNewOwnerWhenTheOldSagaIsUndone() {
            saga.claim(seat);
            time.advance(PAST_ITS_TIME);
            inventory.claim("bob", seat);
            saga.undo();
            belongsTo("bob", seat);
        }

        @Test
        void staysWithItsNewOwnerWhenTheOldOneRepeatsItsRelease() {
            Answer old = inventory.claim("alice", seat);
            inventory.release(old);
            inventory.claim("bob", seat);
            assertThat(inventory.release(old).status()).isEqualTo(204);
            belongsTo("bob", seat);
        }

        /** Simulates a contradiction that cannot occur while claim and item change together; the item does not rely on that. */
        @Test
        void staysWithWhomTheItemNamesEvenIfALiveClaimSaysOtherwise() {
            Answer claim = inventory.claim("alice", seat);
            running.database()
                    .sql("UPDATE item SET lock_claim_id = gen_random_uuid(), lock_owner = 'bob' WHERE sku = ?")
                    .param(seat)
                    .update();
            assertThat(inventory.release(claim).status()).isEqualTo(500);
            belongsTo("bob", seat);
            running.database()
                    .sql("UPDATE item SET lock_claim_id = ?::uuid WHERE sku = ?")
                    .param(claim.text("claimId"))
                    .param(seat)
                    .update();
        }

        private static Answer withAnotherToken(Answer claim) {
            ObjectNode body = claim.body().deepCopy().asObject();
            return new Answer(
                    claim.status(), body.put("token", UUID.randomUUID().toString()), claim.response());
        }
    }

    @Nested
    class Rule3ItIsClearedOnEveryWayOut {

        @Test
        void isClearedByConfirming() {
            inventory.confirm(inventory.claim("alice", seat, neighbour));
            bothAreFree();
        }

        @Test
        void isClearedByReleasing() {
            inventory.release(inventory.claim("alice", seat, neighbour));
            bothAreFree();
        }

        @Test
        void isClearedByTheReaper() {
            inventory.claim("alice", seat, neighbour);
            time.advance(PAST_ITS_TIME);
            assertThat(reaper.reap()).isOne();
            bothAreFree();
        }

        @Test
        void isClearedByALateConfirmation() {
            Answer claim = inventory.claim("alice", seat, neighbour);
            time.advance(PAST_ITS_TIME);
            assertThat(inventory.confirm(claim).code()).isEqualTo("CLAIM_EXPIRED");
            bothAreFree();
        }

        @Test
        void isClearedOnTheOtherSeatsOfAnOrphanThatIsTakenOver() {
            inventory.claim("orphan", seat, neighbour);
            time.advance(PAST_ITS_TIME);
            inventory.claim("bob", seat);
            isFree(neighbour);
        }

        @Test
        void isClearedByTheUndoOfASaga() {
            saga.claim(seat, neighbour);
            saga.undo();
            bothAreFree();
        }

        @Test
        void isClearedByTheUndoOfASagaThatComesTooLate() {
            saga.claim(seat, neighbour);
            time.advance(PAST_ITS_TIME);
            saga.undo();
            bothAreFree();
        }

        @Test
        void isNotLeftBehindByARefusal() {
            inventory.claim("bob", neighbour);
            assertThat(inventory.claim("alice", seat, neighbour).code()).isEqualTo("RESOURCE_BUSY");
            assertThat(inventory.claim("alice", seat, "zz-unknown").code()).isEqualTo("UNKNOWN_SKU");
            isFree(seat);
        }
    }
}
