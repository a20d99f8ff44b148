-- Tax that is taken from a payout at source (M-8): collected under section 52 CGST, by its heads, and deducted under section 194-O.
-- `taxes`: what they were reckoned with; null: both were off.
alter table payout
  add tcs_cgst_paise bigint not null default 0,
  add tcs_sgst_paise bigint not null default 0,
  add tcs_igst_paise bigint not null default 0,
  -- Below 0 where more is given back than deducted.
  add tds_paise bigint not null default 0,
  add taxes jsonb,
  drop constraint payout_check3,
  add constraint payout_adds_up check (payout_paise + carried_out_paise = net_paise + owner_tax_paise - gateway_fee_paise
    - commission_paise - deducted_tax_paise - collected_paise - given_paise - tcs_cgst_paise - tcs_sgst_paise - tcs_igst_paise
    - tds_paise + carried_in_paise) not valid;
