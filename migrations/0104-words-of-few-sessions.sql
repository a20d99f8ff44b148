-- two versions: 0104, an earlier version finds no part of a session number without reading all sessions
-- concurrently
-- Trigrams of sessions only where there are words: payments' numbers and notes, which most sessions lack. A session's own
-- number is found by its key, among the numbers that hold the digits (docs/decisions/0052-bills-posted-in-batches.md).
drop index concurrently if exists transaction_payment_words;

create index concurrently transaction_payment_words on transaction using gin (payment_id gin_trgm_ops)
  where stopped_at is not null and payment_id is not null;

drop index concurrently if exists transaction_notes_words;

create index concurrently transaction_notes_words on transaction using gin (notes gin_trgm_ops)
  where stopped_at is not null and notes is not null;

drop index concurrently if exists transaction_words;
