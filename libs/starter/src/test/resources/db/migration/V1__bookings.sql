CREATE TABLE booking (trip uuid, what text, PRIMARY KEY (trip, what));
