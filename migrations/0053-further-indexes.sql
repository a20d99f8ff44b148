-- Ways of looking that had no index of their own.

-- Who pays by a one-time code is found by phone or mail address (features/scan-and-pay).
create index driver_contact_phone on driver (phone, company_id) where phone is not null;
create index driver_contact_email on driver (lower(email), company_id) where email is not null;

-- Sessions whose money may go back, newest first, where most are paid by tag (D-REF-6).
create index transaction_refundable_team on transaction (team_id, started_at desc, transaction_id desc)
  where payment_type in ('CARD', 'WALLET');
create index transaction_refundable_company on transaction (company_id, started_at desc, transaction_id desc)
  where payment_type in ('CARD', 'WALLET');

-- Which chargers a site had.
create index charger_site_history_site on charger_site_history (zone_id) where zone_id is not null;
