-- Phones are compared in one normal form, whatever a person typed (D-PAY-7): digits with the country code in front. The same
-- rule as phoneForm in packages/base/src/identifiers.ts; a number without a country code is Indian.
create function phone_form(phone text) returns text language sql immutable strict parallel safe return (
  select case
      when x.is_whole and x.digits ~ '^910[0-9]{10}$' then '91' || substr(x.digits, 4)
      when x.is_whole then x.digits
      when x.digits ~ '^0[0-9]{10}$' then '91' || substr(x.digits, 2)
      when x.digits ~ '^[0-9]{10}$' then '91' || x.digits
      else x.digits
    end
  from (select phone ~ '^[^0-9]*([+]|00)' as is_whole,
    case when phone ~ '^[^0-9]*[+]' then regexp_replace(phone, '[^0-9]', '', 'g')
      else regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^00', '') end as digits) x
);
create index driver_phone_form on driver (phone_form(phone)) where phone is not null;
create index session_phone_form on session_phone (phone_form(phone));

-- Events that cannot be worked off, or cannot be read: kept with the reason, and no longer tried.
alter table webhook_event
  add column next_at timestamptz,
  add column given_up_at timestamptz;
update webhook_event set next_at = received_at where worked_at is null;
drop index webhook_event_open;
create index webhook_event_open on webhook_event (company_id, next_at) where worked_at is null and given_up_at is null;
create index webhook_event_given_up on webhook_event (company_id, given_up_at) where given_up_at is not null;
