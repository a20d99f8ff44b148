-- Refunds that a provider reported and that cannot be: more than their payment has left. They move no money here; a person looks
-- into each of them and closes the report.
create table refused_refund (
  refused_refund_id integer generated always as identity primary key,
  company_id integer not null,
  team_id integer,
  payment_id text not null,
  provider_refund_id text not null,
  amount_paise bigint not null check (amount_paise > 0),
  -- What the payment had left when the refund was reported.
  left_paise bigint not null,
  reported_at timestamptz not null,
  closed_at timestamptz,
  -- null: closed by the provider's report that the refund has failed.
  closed_by integer,
  unique (provider_refund_id, company_id),
  foreign key (payment_id, company_id) references payment (payment_id, company_id)
);
create index refused_refund_open on refused_refund (company_id, reported_at) where closed_at is null;
-- Captured payments of another currency than that of the ledger.
create index payment_other_currency on payment (company_id, captured_at) where currency <> 'INR';
