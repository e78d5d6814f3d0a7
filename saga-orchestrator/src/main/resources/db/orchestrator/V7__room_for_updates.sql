-- A payment's row is written three times within a second; with room beside it the indexes need not be.
ALTER TABLE payment SET (fillfactor = 50);
