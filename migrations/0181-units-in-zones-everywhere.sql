-- Units in a Special Economic Zone as recipients of vouchers and of the commission, and as drivers name them at the payment.
-- Frozen with voucher and document; null: a regular recipient.
alter table voucher add column recipient_type text,
  add constraint voucher_recipient_type_check check (recipient_type in ('SEZWP', 'SEZWOP')) not valid;
alter table commission_document add column recipient_type text,
  add constraint commission_document_recipient_type_check check (recipient_type in ('SEZWP', 'SEZWOP')) not valid;
-- Of an owner's registration: the kind of recipient of the platform's commission.
alter table team_registration add column recipient_type text,
  add constraint team_registration_recipient_type_check check (recipient_type in ('SEZWP', 'SEZWOP')) not valid;
-- What the driver states is taken with payment of tax alone: without needs a record of the company.
alter table pay_session add column recipient_type text,
  add constraint pay_session_recipient_type_check check (recipient_type in ('SEZWP')) not valid;
