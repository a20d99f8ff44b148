-- A captured payment that the ledger leaves out: of another currency than rupees, or of another amount than its order (M-5).
alter table payment add column is_unbooked boolean not null default false;
update payment set is_unbooked = true where currency <> 'INR' and captured_at is not null;
create index payment_unbooked on payment (company_id, captured_at) where is_unbooked;

-- When the payment provider first refused the key of a company; null while it accepts the key, or was not asked.
alter table provider_account add column refused_at timestamptz;
