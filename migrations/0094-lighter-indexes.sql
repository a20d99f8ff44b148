-- concurrently
-- Indexes without what nobody reads from them (docs/decisions/0052-bills-posted-in-batches.md). Few postings
-- reverse another one.
drop index concurrently if exists posting_reverses;

create unique index concurrently posting_reverses on posting (reverses) where reverses is not null;

alter table posting drop constraint if exists posting_reverses_key;

-- Amounts of an account are read from the sums of its months, and of the few entries since then from the entries themselves.
drop index concurrently if exists entry_of_account;

create index concurrently entry_of_account on entry (account_id, posting_id);

drop index concurrently if exists entry_account;

-- Invoices are read by team and date, by session and by number.
drop index concurrently if exists invoice_of_company;

drop index concurrently if exists invoice_by_date;
