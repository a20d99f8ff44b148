-- What a session keeps back of a wallet or a prepaid card (D-WAL-4): the whole balance at its start, in paise; null where
-- nothing is kept back. It is the balance before the session, and more than this is never billed.
alter table transaction add column hold_paise bigint check (hold_paise >= 0);
