-- What the books of a month's end look for (D-WAL-3), among rows of which nearly all are done.

-- Money that stands in accounts of sessions, starts and payments.
create index account_standing on account (kind, company_id) where is_kept and balance_paise <> 0 and kind in ('hold', 'reserved', 'payment');
create index refund_open on refund (company_id, requested_at) where status <> 'processed';
-- What providers told, by day.
create index payment_captured on payment (company_id, captured_at) where captured_at is not null;
-- Corrections of a time.
create index bill_correction on bill (team_id, billed_at) where version > 1;
